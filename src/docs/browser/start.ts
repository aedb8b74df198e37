import { answersPlugin } from './answers.ts';
import { codePlugin } from './code.ts';
import { componentsPlugin } from './components.ts';
import { authorizeAll } from './credentials.ts';
import { dialogPlugin } from './dialog.ts';
import { requestInterceptor, responseInterceptor } from './interceptors.ts';
import { menuPlugin } from './menu.ts';
import type { SwaggerUI } from './swagger.ts';

/** Puts Swagger UI in the place of the list, once all that it takes is there; where it is not, the list stays. */

const { SwaggerUIBundle } = globalThis as { SwaggerUIBundle?: SwaggerUI };
const response = SwaggerUIBundle && (await fetch('openapi.json').catch(() => undefined));
if (SwaggerUIBundle && response?.ok) start(SwaggerUIBundle, await response.json());

function start(swaggerUI: SwaggerUI, spec: object): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();

  const ui = swaggerUI({
    spec,
    dom_id: '#page',
    layout: 'DocsLayout',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
    plugins: [componentsPlugin, menuPlugin, answersPlugin, codePlugin, dialogPlugin],
    requestInterceptor,
    responseInterceptor,
    onComplete: () => authorizeAll(ui.getSystem()),
  });
}
