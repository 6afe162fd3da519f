export type Format = "md" | "json" | "html" | "docx" | "pptx" | "chunks";
export type Making = Format | "statements" | "invoices";

export interface Task {
  id: string;
  service: "parse" | "finance" | "invoice";
  filename: string;
}

export interface WaitOptions {
  /** Called with (pages done, pages in all). */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

export interface SubmitOptions extends WaitOptions {
  filename?: string;
  /** Such as 1-5,8,12- */
  pages?: string;
  /** Opens a locked PDF. */
  password?: string;
  clientRef?: string;
  callbackUrl?: string;
  /** Also a webhook each time so many pages are done. */
  callbackPages?: number;
  chunkTokens?: number;
  idempotencyKey?: string;
}

export interface Batch {
  /** Also the client_ref of its tasks. */
  id: string;
  kind: string;
  status: "processing" | "done";
  counts: Record<"pending" | "processing" | "done" | "failed" | "refused" | "deleted", number>;
  /** In the order of the call; a refused document has no task. */
  items: { name: string; status: string; error: string | null; task: Task | null }[];
}

export interface Converted {
  taskId: string;
  filename: string;
  content: Blob;
  /** Signed links by the path that the document names; valid for an hour. */
  images: Record<string, string>;
  warnings: string[];
  duration: number;
}

interface Done {
  task_id: string;
  status: "done";
  created_at: string;
  duration: number;
  warnings: string[];
}

export interface ConversionDone extends Done {
  download_url: string;
  filename: string;
  images?: Record<string, string>;
}

export interface Statements extends Done {
  download_url: string;
  filename: string;
  result: { tables: string[][][]; type_index: number; angle: number; details?: Record<string, unknown> }[];
}

export interface Invoices extends Done {
  result: {
    page: number;
    total_tokens: number;
    fields: { key: string; value: string; confidence?: number; source?: string }[];
    details?: Record<string, unknown>;
  }[];
}

export interface TaskInfo {
  task_id: string;
  kind: string;
  status: "pending" | "processing" | "done" | "failed";
  filename: string;
  client_ref: string | null;
  error: string | null;
}

export interface Corrections {
  state: "to_check" | "approved";
  corrections: { place: string; before: string; after: string; by: string; at: string }[];
  corrected: unknown[];
}

/** A company that a name may mean. */
export interface Candidate {
  id: string;
  name: string;
  score: number;
  match: boolean;
}

export interface Job {
  id: number;
  wiki: string;
}

export interface JobEvent {
  id: string;
  type: "phase" | "token" | "review" | "log" | "done" | "message";
  data: any;
}

export interface Hit {
  page_id: string;
  title: string;
  type: string;
  score: number;
  snippet: string;
}

export interface WikiPage {
  page_id: string;
  title: string;
  type: string;
  body: string;
  sources: { id: string; chapter: string; position: number; quote: string }[];
}

/** `id` is the same for every attempt. */
export type WebhookMessage =
  | {
      id: string;
      type: "task.done" | "task.failed";
      data: { task_id: string; kind: string; status: string; filename: string; client_ref: string | null; result: string };
    }
  | { id: string; type: "task.progress"; data: { task_id: string; kind: string; pages_done: number; pages_total: number } }
  | {
      id: string;
      type: "batch.done";
      data: { batch_id: string; kind: string; total: number; done: number; failed: number; refused: number; result: string };
    };

export class QuireError extends Error {}

export class ApiError extends QuireError {
  status: number;
  code: string;
  requestId: string;
}

export class TaskFailed extends QuireError {
  taskId: string;
}

export class QuireClient {
  constructor(
    address: string,
    key: string,
    /** `attempts` of one request; `longest` pause and `first` pause in seconds. */
    options?: { fetch?: typeof fetch; attempts?: number; longest?: number; first?: number },
  );
  /** A string is the URL of a file, which the service fetches; the same below. */
  submit(file: Blob | string, to?: Making, options?: SubmitOptions): Promise<Task>;
  wait(task: Task, options?: WaitOptions): Promise<ConversionDone | Statements | Invoices>;
  parse(file: Blob | string, to?: Format, options?: SubmitOptions): Promise<Converted>;
  download(task: Task, options?: { signal?: AbortSignal }): Promise<Response>;
  statements(file: Blob | string, options?: SubmitOptions): Promise<Statements>;
  invoices(file: Blob | string, options?: SubmitOptions): Promise<Invoices>;
  many(
    files: Iterable<Blob | string>,
    to?: Making,
    options?: SubmitOptions,
  ): Promise<PromiseSettledResult<ConversionDone | Statements | Invoices>[]>;
  /** Files, or URLs, or one prefix such as s3://bucket/folder. */
  submitBatch(
    sources: Iterable<File> | Iterable<string> | string,
    to?: Making,
    options?: Pick<SubmitOptions, "pages" | "password" | "callbackUrl" | "chunkTokens" | "idempotencyKey" | "signal">,
  ): Promise<Batch>;
  batch(batch: Batch | string, options?: { wait?: number; signal?: AbortSignal }): Promise<Batch>;
  waitBatch(batch: Batch | string, options?: WaitOptions): Promise<Batch>;
  archive(batch: Batch | string, options?: { to?: "zip" | "xlsx" | "csv"; signal?: AbortSignal }): Promise<Response>;
  corrections(task: Task | string): Promise<Corrections>;
  correct(
    task: Task | string,
    values?: Record<string, string>,
    options?: { before?: Record<string, string>; seen?: number; approved?: boolean },
  ): Promise<Corrections>;
  tasks(filters?: { status?: string; kind?: string; clientRef?: string; limit?: number }): Promise<TaskInfo[]>;
  delete(task: Task | string): Promise<void>;
  webhookSecret(): Promise<string>;
  /** A string is the URL of a book. */
  buildWiki(
    book: Blob | string,
    options: { lang: "zh" | "en"; name?: string; slug?: string; filename?: string; signal?: AbortSignal },
  ): Promise<Job>;
  events(jobId: number, options?: { signal?: AbortSignal }): AsyncGenerator<JobEvent>;
  search(wiki: string, text: string, top?: number): Promise<Hit[]>;
  wikiPage(wiki: string, pageId: string): Promise<WikiPage>;
  company(name: string): Promise<Record<string, unknown>>;
  observations(name: string): Promise<Record<string, unknown>[]>;
  reconcile(names: string[], options?: { market?: "cn" | "us"; limit?: number }): Promise<Candidate[][]>;
  findCompanies(text: string, limit?: number): Promise<Record<string, string>[]>;
  sparql(text: string): Promise<{ head: unknown; results?: unknown; boolean?: boolean }>;
}

export function verifyWebhook(
  secret: string,
  headers: HeadersInit,
  body: Uint8Array | string,
  now?: number,
): Promise<WebhookMessage>;
