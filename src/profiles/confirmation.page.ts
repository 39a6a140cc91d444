import { html, type Html } from './html.js';
import { renderPage } from './page.js';

/** Asks for a click: programs that preview links follow them, but press no buttons. */
export function confirmationPage(): string {
  return page(
    'Confirm your address',
    html`
      <p>Press the button to confirm that the address this link was sent to is yours.</p>
      <form method="post"><button>Confirm my address</button></form>
    `,
  );
}

export function confirmedPage(): string {
  return page('Your address is confirmed', html`<p>You can close this page.</p>`);
}

export function invalidLinkPage(): string {
  return page(
    'This link does not work',
    html`<p>
      A link confirms an address once, within 24 hours. If yours has expired, add the address again,
      or ask an administrator.
    </p>`,
  );
}

const page = (title: string, content: Html): string =>
  renderPage({
    title,
    content: html`
      <section>
        <h1>${title}</h1>
        ${content}
      </section>
    `,
  });
