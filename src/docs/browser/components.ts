import { labelOf } from './label.ts';
import type { Component, Element, Frozen, Plugin, Props, System } from './swagger.ts';

/** Parts of Swagger UI that the page has otherwise: what nobody needs here is left out, and every control has a name. */
export function componentsPlugin(system: System): Plugin {
  const { createElement: h } = system.React;
  const nothing = () => null;

  /** Swagger UI takes all that is around the operations from the document; the page has that already. */
  function DocsLayout(): Element {
    const [Authorize, Operations, Models] = ['AuthorizeBtnContainer', 'operations', 'Models'].map((name) =>
      system.getComponent(name, true),
    );
    return h(
      'div',
      { className: 'swagger-ui' },
      h('h2', { className: 'assay-unseen' }, 'Endpoints'),
      h('div', { className: 'assay-bar' }, h('p', null, HINT), h(Authorize, null)),
      h(Operations, null),
      h(Models, null),
    );
  }

  /** A link inside the button that unfolds the operation would be a control inside a control. */
  function OperationSummaryPath({ operationProps }: { readonly operationProps: Frozen }): Element {
    const path = String(operationProps.get('path'));
    return h('span', { className: 'opblock-summary-path', 'data-path': path }, path);
  }

  return {
    afterLoad() {
      this.fn.getSchemaObjectTypeLabel = labelOf;
    },
    components: {
      DocsLayout,
      OperationSummaryPath,
      TryItOutButton: nothing,
      CopyToClipboardBtn: nothing,
    },
    wrapComponents: {
      Input: (Original: Component) => (props: Props) =>
        h(Original, { 'aria-label': props.placeholder, ...props }),
      TextArea: (Original: Component) => (props: Props) =>
        h(Original, { ...props, 'aria-label': 'Request body' }),
    },
  };
}

const HINT = 'Open an endpoint, choose an example, and press Execute. Credentials are filled in.';
