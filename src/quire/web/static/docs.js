// Shows the API docs in Swagger UI, where calls can be tried out. Who is signed in to the console calls with that session's
// key; everybody else enters one under "Authorize". Without this script the page lists the operations.

const place = document.getElementById("try");
const listed = document.getElementById("listed");

// The filter of Swagger UI looks at tags only: this one looks at paths, names, texts and fields.
const search = () => ({
  fn: {
    opsFilter: (tagged, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = (operation) => {
        const text = JSON.stringify([operation.get("path"), operation.get("method"), operation.get("operation")]).toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tagged
        .map((tag) => tag.set("operations", tag.get("operations").filter(fits)))
        .filter((tag) => tag.get("operations").size > 0);
    },
  },
});

// Swagger UI has dark colours of its own, which a class of the page brings.
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colour);
colour();

async function token() {
  const response = await fetch("/console/api-token", { method: "POST" });
  return response.ok ? (await response.json()).token : null;
}

async function show() {
  const session = await token();
  const signed = document.getElementById(session ? "signed-in" : "signed-out");
  signed.hidden = false;
  window.SwaggerUIBundle({
    url: "/openapi.json",
    domNode: place,
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    plugins: [search],
    requestInterceptor: (request) => {
      const ours = new URL(request.url, location.href).origin === location.origin;
      if (session && ours && !request.headers.Authorization && !request.headers["X-API-Key"]) {
        request.headers.Authorization = `Bearer ${session}`;
      }
      return request;
    },
    onComplete: () => {
      listed.hidden = true;
    },
  });
}

show();
