/** Content-Security-Policy: the page may load files from and send requests to this service only. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The stylesheet of Swagger UI contains its icons as data URLs.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Paths {
  /** The path prefix of the service, usually empty. */
  root: string;
  /** The path of the page. */
  docs: string;
}

/** The version in the URLs invalidates cached files. */
export const referencePage = ({ root, docs }: Paths, version: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Forgenote API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${docs}/swagger-ui.css?v=${version}" />
    <link rel="stylesheet" href="${docs}/reference.css?v=${version}" />
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. ${root}/api/v3/openapi.json says the same.</noscript>
    <script src="${docs}/swagger-ui-bundle.js?v=${version}"></script>
    <script src="${docs}/reference.js?v=${version}" data-root="${root}"></script>
  </body>
</html>
`;

/** Sends requests to the origin of the page instead of PUBLIC_URL: the policy allows no other. */
export const SCRIPT = `
const service = location.origin + document.currentScript.dataset.root;

async function show() {
  const answer = await fetch(service + '/api/v3/openapi.json');
  SwaggerUIBundle({
    spec: { ...(await answer.json()), servers: [{ url: service }] },
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
  });
}
void show();

const dark = matchMedia('(prefers-color-scheme: dark)');
const setMode = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setMode);
setMode();

// Swagger UI gives some of its fields no name for screen readers.
function labelFields(scope) {
  const label = (element, text) => element.hasAttribute('aria-label') || element.setAttribute('aria-label', text);
  for (const input of scope.querySelectorAll('.operation-filter-input')) label(input, 'Filter by tag or path');
  for (const select of scope.querySelectorAll('.servers select')) label(select, 'Server');
  for (const row of scope.querySelectorAll('tr[data-param-name]'))
    for (const field of row.querySelectorAll('select, input, textarea')) label(field, row.dataset.paramName);
  for (const select of scope.querySelectorAll('select:not([aria-label])')) label(select, 'Media type or example');
}
new MutationObserver(() => labelFields(document)).observe(document.body, { childList: true, subtree: true });
`;

/** Overrides Swagger UI: one font, lighter borders, and only the example of error responses. */
export const STYLE = `
body { margin: 0; background: #f6f7fa; }
/* Colours with enough contrast: Swagger UI's own are too light, and some of its dark ones too dark. */
html:not(.dark-mode) .swagger-ui .info .title small { background: #565c6c; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #3d6b00; }
html:not(.dark-mode) .swagger-ui .info :is(a, .link) { color: #1a4fa3; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1d6b36; color: #1d6b36; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1d6b36; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #a4262c; color: #a4262c; }
html:not(.dark-mode) .swagger-ui .btn.execute { background: #1a4fa3; border-color: #1a4fa3; }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1a5ba8; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1d6b36; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #8a4b00; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #a4262c; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #565c6c; }
html:not(.dark-mode) .swagger-ui :is(.markdown, .renderedMarkdown) code { color: #5b1fa8; }
html:not(.dark-mode) .swagger-ui .response-control-media-type__accept-message { color: #14561f; }
/* Numbers in JSON, whose colour Swagger UI writes into the element. */
.swagger-ui .highlight-code span[style*="rgb(211, 99, 99)"] { color: #ef9a9a !important; }
html.dark-mode .swagger-ui .header-col { color: #e8eaf0; }
html.dark-mode body { background: #14161b; }
html.dark-mode .swagger-ui .opblock-tag { background: #1d2027; border-color: #363b46; }
.swagger-ui, .swagger-ui :is(.title, .opblock-tag, h4, h5, .opblock-summary-description, .btn, label, table, p, li, a,
.response-col_status, .parameter__name, .parameter__type, input, select, .markdown) {
  font-family: system-ui, sans-serif;
}
.swagger-ui .wrapper { max-width: 64rem; }
.swagger-ui .info { margin: 2.5rem 0 1rem; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0 0 1rem; margin: 0; }
.swagger-ui .opblock-tag {
  background: #fff; border: 1px solid #e3e5ec; border-radius: .5rem;
  font-size: 1.125rem; margin: 0 0 .5rem; padding: .5rem 1rem;
}
.swagger-ui .opblock { border-radius: .5rem; box-shadow: none; margin: 0 0 .5rem; }
.swagger-ui .opblock .opblock-section-header { background: none; box-shadow: none; }
.swagger-ui .opblock-body pre.microlight { border-radius: .5rem; }
.swagger-ui .filter .operation-filter-input {
  border: 1px solid #c9cdd8; border-radius: .5rem; margin: 0 0 1rem;
}
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response[data-code]:not([data-code^="2"]) :is(.response-controls, .tab, .headers-wrapper, h5) {
  display: none;
}
`;
