import { find } from './dom.ts';

export type Step = 'choose' | 'request' | 'answer';

/** The element that takes the focus when a step is gone to. */
const starts = { choose: 'search', request: 'request-title', answer: 'answer-title' } as const;

/** Leads through the parts of the page where there is room for one alone. Elsewhere all of them are seen. */
export function createSteps(): (step: Step, movesFocus: boolean) => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.steps button')];
  const isNarrow = () => buttons[0]?.offsetParent !== null;
  const goTo = (step: Step, movesFocus: boolean) => {
    document.body.dataset.step = step;
    for (const each of buttons) each.setAttribute('aria-pressed', String(each.dataset.step === step));
    if (movesFocus && isNarrow()) find(starts[step], HTMLElement).focus();
  };
  for (const each of buttons) each.addEventListener('click', () => goTo(stepOf(each.dataset.step), false));
  goTo('choose', false);
  return goTo;
}

function stepOf(name: string | undefined): Step {
  return name === 'request' || name === 'answer' ? name : 'choose';
}

/** Shows the status of the answer where the answer itself may not be seen. */
export function showStatus(text: string): void {
  find('step-status', HTMLElement).textContent = text;
}
