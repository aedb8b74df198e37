import type { Component, Element, Frozen, Plugin, System } from './swagger.ts';

interface Answered extends Frozen {
  set(key: string, value: unknown): Answered;
}

interface ResponsesProps {
  readonly responses: Frozen & { entrySeq(): Iterable<[code: string, response: Frozen]> };
  readonly tryItOutResponse?: Answered;
  readonly specPath: { push(step: string): unknown };
  readonly path: string;
  readonly method: string;
}

interface ExamplesProps {
  readonly examples: { entrySeq(): Iterable<[key: string, example: Frozen]> };
  readonly currentExampleKey: string;
  onSelect(key: string): void;
}

/** What an endpoint can answer and what it has answered, each where a screen reader finds it by its name. */
export function answersPlugin(system: System): Plugin {
  const { createElement: h } = system.React;
  const part = (name: string): Component => system.getComponent(name);

  function responses(props: ResponsesProps): Element {
    const { responses, tryItOutResponse, specPath, path, method } = props;
    const chosen = (code: string) =>
      system.oas3Selectors.activeExamplesMember(path, method, 'responses', code);
    const rows = [...responses.entrySeq()].map(([code, response]) => {
      const own = {
        key: code,
        code,
        response,
        specPath: specPath.push(code),
        activeExamplesKey: chosen(code),
      };
      const isCurrent = tryItOutResponse?.get('status') === Number(code);
      return h(part('response'), { ...props, ...own, className: isCurrent ? 'response_current' : '' });
    });
    return h(
      'div',
      { className: 'responses-wrapper responses-inner' },
      h('div', { 'aria-live': 'polite' }, tryItOutResponse && liveResponse(props, tryItOutResponse)),
      h('h4', null, 'What it answers'),
      h('table', { className: 'responses-table' }, head(system), h('tbody', null, ...rows)),
    );
  }

  /** A duration of 0 would not be shown. */
  function liveResponse(props: ResponsesProps, answered: Answered): Element {
    const response = answered.get('duration') === 0 ? answered.set('duration', '< 1') : answered;
    return h(part('liveResponse'), { ...props, response });
  }

  function ExamplesSelect({ examples, currentExampleKey, onSelect }: ExamplesProps): Element {
    const all = [...examples.entrySeq()].map(([key, example]) => ({
      key,
      title: String(example.get('summary')),
    }));
    if (all.length === 1) return h('span', { className: 'assay-example' }, all[0]?.title);
    const onChange = ({ target }: { readonly target: HTMLSelectElement }) => onSelect(target.value);
    const options = all.map(({ key, title }) => h('option', { key, value: key }, title));
    return h('select', { 'aria-label': 'Example', value: currentExampleKey, onChange }, ...options);
  }

  return { components: { responses, ExamplesSelect } };
}

function head({ React: { createElement: h } }: System): Element {
  const cell = (name: string) => h('th', { scope: 'col', className: 'col_header' }, name);
  return h('thead', null, h('tr', null, cell('Code'), cell('Description')));
}
