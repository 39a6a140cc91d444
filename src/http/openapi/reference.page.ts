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
  /** The first page of the site, which the reference links to. Null if the service has no such page. */
  site: string | null;
}

/** The version in the URLs invalidates cached files. */
export const referencePage = (
  { root, docs, site }: Paths,
  version: string,
): string => `<!doctype html>
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
    ${site === null ? '' : `<header><a href="${site}">← Back to the site</a></header>`}
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
    spec: withOneToken({ ...(await answer.json()), servers: [{ url: service }] }),
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    plugins: [accessible],
  });
}
void show();

// Authorize has a single field. The document names every place for the token, and each would be a form of its own.
function withOneToken(spec) {
  const { privateToken } = spec.components.securitySchemes;
  const description = privateToken.description + ' Authorize sends it in this header. Clients can also send it as ' +
    '\`Authorization: Bearer <token>\`, or as the parameter \`private_token\` or \`access_token\`.';
  const securitySchemes = { privateToken: { ...privateToken, description } };
  return { ...spec, security: [{ privateToken: [] }], components: { ...spec.components, securitySchemes } };
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const setMode = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setMode);
setMode();

// Swagger UI puts links into buttons, and gives buttons names that differ from their texts.
function accessible({ React }) {
  return {
    components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
    wrapComponents: {
      Button: (Button) => ({ 'aria-label': _, ...props }) => React.createElement(Button, props),
    },
  };
}

const ROLES = [
  ['.information-container', 'region', 'About the API'],
  ['.schemes-server-container', 'region', 'Server'],
  ['.scheme-container .auth-wrapper', 'region', 'Token'],
  ['.filter-container', 'search', 'Operations'],
  ['.modal-ux', 'dialog', 'Authorize'],
  // A region in Swagger UI: there must not be two of the same name.
  ['.responses-table', 'table', 'Responses'],
];

// For screen readers: Swagger UI gives some parts no role and no name, and skips the second level of headings.
function describeElements(scope) {
  const label = (element, text) => element.hasAttribute('aria-label') || element.setAttribute('aria-label', text);
  for (const [selector, role, name] of ROLES) {
    for (const element of scope.querySelectorAll(selector)) {
      element.setAttribute('role', role);
      label(element, name);
    }
  }
  for (const input of scope.querySelectorAll('.operation-filter-input')) label(input, 'Filter by tag or path');
  for (const select of scope.querySelectorAll('.servers select')) label(select, 'Server');
  for (const row of scope.querySelectorAll('tr[data-param-name]'))
    for (const field of row.querySelectorAll('select, input, textarea')) label(field, row.dataset.paramName);
  for (const body of scope.querySelectorAll('.body-param__text')) label(body, 'Request body');
  for (const button of scope.querySelectorAll('.close-modal')) label(button, 'Close');
  for (const select of scope.querySelectorAll('select:not([aria-label])')) label(select, 'Media type or example');
  for (const code of scope.querySelectorAll('pre.microlight')) code.tabIndex = 0;
  for (const heading of scope.querySelectorAll('h3, h4, h5')) {
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', heading.tagName[1] - 1);
  }
}
new MutationObserver(() => describeElements(document)).observe(document.body, { childList: true, subtree: true });
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
html:not(.dark-mode) .swagger-ui .download-contents { background: #565c6c; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #565c6c; }
html:not(.dark-mode) .swagger-ui :is(.markdown, .renderedMarkdown) code { color: #5b1fa8; }
html:not(.dark-mode) .swagger-ui .response-control-media-type__accept-message { color: #14561f; }
/* Numbers in JSON, whose colour Swagger UI writes into the element. */
.swagger-ui .highlight-code span[style*="rgb(211, 99, 99)"] { color: #ef9a9a !important; }
html.dark-mode .swagger-ui :is(.header-col, .examples-select__section-label) { color: #e8eaf0; }
html.dark-mode .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff9a9a; color: #ff9a9a; }
html.dark-mode :is(body, .swagger-ui) { background: #14161b; }
body > header { box-sizing: border-box; margin: 0 auto; max-width: 64rem; padding: 1rem 20px 0; }
body > header a { color: #1a4fa3; font-family: system-ui, sans-serif; }
html.dark-mode body > header a { color: #8db7ff; }
html.dark-mode .swagger-ui .opblock-tag { background: #1d2027; border-color: #363b46; }
.swagger-ui, .swagger-ui :is(.title, .opblock-tag, h4, h5, .opblock-summary-description, .btn, label, table, p, li, a,
.response-col_status, .parameter__name, .parameter__type, input, select, .markdown) {
  font-family: system-ui, sans-serif;
}
.swagger-ui .wrapper { max-width: 64rem; }
.swagger-ui .info { margin: 1.5rem 0 1rem; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0 0 1rem; margin: 0; }
.swagger-ui .opblock-tag {
  background: #fff; border: 1px solid #e3e5ec; border-radius: .5rem;
  font-size: 1.125rem; margin: 0 0 .5rem; padding: .5rem 1rem;
}
.swagger-ui .opblock { border-radius: .5rem; box-shadow: none; margin: 0 0 .5rem; }
.swagger-ui .opblock .opblock-section-header { background: none; box-shadow: none; }
.swagger-ui .opblock-body pre.microlight { border-radius: .5rem; }
.swagger-ui .filter .operation-filter-input {
  border: 1px solid #c9cdd8; border-radius: .5rem; box-sizing: border-box; margin: 0 0 1rem;
}
/* Swagger UI makes fields 175 pixels wide on narrow screens. */
.swagger-ui :is(.filter, .parameters, .auth-container) :is(input, textarea) { max-width: none; }
@media (max-width: 40rem) {
  .swagger-ui table.parameters :is(tbody, tr, td) { display: block; padding-right: 0; }
  .swagger-ui table.parameters thead { display: none; }
  .swagger-ui table.parameters td:last-child input { width: 100%; box-sizing: border-box; }
}
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response[data-code]:not([data-code^="2"]) :is(.response-controls, .tab, .headers-wrapper, h5) {
  display: none;
}
`;
