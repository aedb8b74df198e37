import type { ChangeableField } from './changes.ts';
import { button, element, find } from './dom.ts';

/** Shows the fields of a request, with buttons for changes to the selected one. */
export function showChanges(
  fields: readonly ChangeableField[],
  chosen: string,
  apply: (place: string, value: string | undefined) => void,
): void {
  const choice = element(
    'select',
    { id: 'field', 'aria-label': 'Field to change' },
    ...fields.map((field) => element('option', {}, field.place)),
  );
  const buttons = element('span', { class: 'chips' });
  const fill = () => {
    const field = fields.find(({ place }) => place === choice.value);
    const made = field?.changes.map(({ label, value }) => button(label, () => apply(field.place, value)));
    buttons.replaceChildren(...(made ?? []));
  };
  choice.addEventListener('change', fill);
  if (fields.some(({ place }) => place === chosen)) choice.value = chosen;
  fill();
  const label = element('label', { for: 'field' }, 'Change');
  find('changes', HTMLElement).replaceChildren(...(fields.length === 0 ? [] : [label, choice, buttons]));
}
