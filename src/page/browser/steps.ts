import { find } from './dom.ts';

export type Step = 'choose' | 'request' | 'answer';

/** The element to focus at each step. */
const starts = { choose: 'search', request: 'request-title', answer: 'answer-title' } as const;

/** Sets up the steps between the panels for narrow windows, which show one at a time. */
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

/** Shows the status on the button of the answer, which may be out of sight. */
export function showStatus(text: string): void {
  find('step-status', HTMLElement).textContent = text;
}
