import { defined } from '../../text/guards.ts';
import { element } from './dom.ts';

interface Tab {
  readonly name: string;
  readonly content: HTMLElement;
}

let chosen = 'Detail';

/** Makes tabs, with arrow keys to move between them. The tab that was chosen last is open. */
export function createTabs(tabs: readonly Tab[]): HTMLElement {
  const buttons = tabs.map(({ name }) =>
    element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` },
      name,
    ),
  );
  const panels = tabs.map(({ name, content }) =>
    element('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }, content),
  );
  const open = (name: string) => {
    const at = Math.max(
      0,
      tabs.findIndex((tab) => tab.name === name),
    );
    for (const [index, tab] of buttons.entries()) {
      tab.setAttribute('aria-selected', String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== at;
  };
  const choose = (at: number) => {
    const tab = defined(buttons[(at + buttons.length) % buttons.length]);
    chosen = tab.textContent;
    open(chosen);
    tab.focus();
  };
  for (const [at, tab] of buttons.entries()) {
    tab.addEventListener('click', () => choose(at));
    tab.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowRight' || key === 'ArrowLeft') choose(at + (key === 'ArrowRight' ? 1 : -1));
    });
  }
  open(chosen);
  return element(
    'div',
    { class: 'tabs' },
    element('div', { role: 'tablist', 'aria-label': 'Parts of the reply' }, ...buttons),
    ...panels,
  );
}
