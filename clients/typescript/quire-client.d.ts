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
  clientRef?: string;
  callbackUrl?: string;
  chunkTokens?: number;
  idempotencyKey?: string;
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

export interface WebhookMessage {
  /** The same for every attempt. */
  id: string;
  type: "task.done" | "task.failed";
  data: { task_id: string; kind: string; status: string; filename: string; client_ref: string | null; result: string };
}

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
  submit(file: Blob, to?: Making, options?: SubmitOptions): Promise<Task>;
  wait(task: Task, options?: WaitOptions): Promise<ConversionDone | Statements | Invoices>;
  parse(file: Blob, to?: Format, options?: SubmitOptions): Promise<Converted>;
  download(task: Task, options?: { signal?: AbortSignal }): Promise<Response>;
  statements(file: Blob, options?: SubmitOptions): Promise<Statements>;
  invoices(file: Blob, options?: SubmitOptions): Promise<Invoices>;
  many(
    files: Iterable<Blob>,
    to?: Making,
    options?: SubmitOptions,
  ): Promise<PromiseSettledResult<ConversionDone | Statements | Invoices>[]>;
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
  findCompanies(text: string, limit?: number): Promise<Record<string, string>[]>;
  sparql(text: string): Promise<{ head: unknown; results?: unknown; boolean?: boolean }>;
}

export function verifyWebhook(
  secret: string,
  headers: HeadersInit,
  body: Uint8Array | string,
  now?: number,
): Promise<WebhookMessage>;
