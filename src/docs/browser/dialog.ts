import { setCredential } from './credentials.ts';
import type { Element, Plugin, System } from './swagger.ts';

interface Scheme {
  readonly name: string;
  readonly description: string;
  readonly value: string;
}

/**
 * The dialog in which credentials are given. Swagger UI's own hides what is sent, is no dialog to a screen reader,
 * and lets the focus out of it.
 */
export function dialogPlugin(system: System): Plugin {
  const { createElement: h, useLayoutEffect, useRef } = system.React;

  function authorizationPopup(): Element {
    const dialog = useRef<HTMLDialogElement>();
    useLayoutEffect(() => dialog.current?.showModal(), []);
    const close = () => dialog.current?.close();
    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      give(system, event.currentTarget);
      close();
    };
    return h(
      'dialog',
      {
        ref: dialog,
        className: 'assay-dialog',
        'aria-labelledby': 'credentials',
        onClose: () => forget(system),
      },
      h('h3', { id: 'credentials' }, 'Credentials'),
      h('p', null, 'Whatever has the right form will do. Nothing is sent where a field is empty.'),
      h(
        'form',
        { onSubmit },
        ...schemesOf(system).map((scheme) => fieldOf(system, scheme)),
        h('button', { className: 'btn execute' }, 'Apply'),
        h('button', { className: 'btn', type: 'button', onClick: close }, 'Cancel'),
      ),
    );
  }

  return { components: { authorizationPopup } };
}

function forget({ authActions }: System): void {
  authActions.showDefinitions(false);
}

function give(system: System, form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement)) return;
  for (const [scheme, value] of new FormData(form)) {
    setCredential(system, { scheme, value: typeof value === 'string' && value !== '' ? value : undefined });
  }
}

/** The schemes that the dialog was opened for, with what is sent under them. */
function schemesOf({ authSelectors }: System): Scheme[] {
  const shown = authSelectors.shownDefinitions().toJS() as Record<string, { description: string }>[];
  const given = authSelectors.authorized().toJS() as Record<string, { value: string } | undefined>;
  return shown
    .flatMap((definitions) => Object.entries(definitions))
    .map(([name, { description }]) => ({ name, description, value: given[name]?.value ?? '' }));
}

function fieldOf({ React: { createElement: h } }: System, { name, description, value }: Scheme): Element {
  return h(
    'label',
    { key: name },
    h('strong', null, name),
    h('span', null, description),
    h('input', { name, defaultValue: value, spellCheck: false, autoComplete: 'off' }),
  );
}
