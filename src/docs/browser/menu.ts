import { setCredential } from './credentials.ts';
import {
  bodyOf,
  credentialOf,
  type ExampleRequest,
  type Exemplified,
  examplesIn,
  type Operation,
  requestsOf,
} from './requests.ts';
import type { Component, Element, Frozen, PathMethod, Plugin, System } from './swagger.ts';

/** What Swagger UI hands to the part of an operation in which the request is written. */
interface RequestProps {
  readonly operation: Frozen;
  readonly parameters: Iterable<Frozen>;
  readonly pathMethod: PathMethod;
}

/**
 * One menu of examples for the whole request: parameters, credential and body. Swagger UI has a menu for each part,
 * fills in the default of a schema in place of an example, and keeps back requests that it takes to be wrong. Here,
 * wrong ones are what people come for.
 */
export function menuPlugin(): Plugin {
  return {
    wrapComponents: { parameters: withMenu },
    components: { ExamplesSelectValueRetainer: () => null },
    statePlugins: {
      spec: {
        wrapActions: { validateParams: () => () => undefined },
        wrapSelectors: { validateBeforeExecute: () => () => true },
      },
      oas3: { wrapSelectors: { validateBeforeExecute: () => () => true } },
    },
  };
}

function withMenu(Original: Component<RequestProps>, system: System): Component<RequestProps> {
  const { createElement: h, Fragment, useLayoutEffect } = system.React;
  return (props) => {
    const operation = props.operation.toJS() as Operation;
    const requests = requestsOf(operation);
    const chosen = system.oas3Selectors.activeExamplesMember(...props.pathMethod, ...place);
    const choose = (key: string) => {
      fillIn(system, props, operation, key);
      setCredential(system, credentialOf(operation, key));
      system.specActions.clearResponse(...props.pathMethod);
      system.specActions.clearRequest(...props.pathMethod);
    };
    useLayoutEffect(() => {
      if (chosen === null && requests[0]) fillIn(system, props, operation, requests[0].key);
    }, []);
    const menu = requests.length > 1 && menuOf(system, requests, chosen, choose);
    return h(Fragment, null, menu, h(Original, props));
  };
}

/** Where Swagger UI keeps which example is chosen. */
const place = ['requestBody', 'requestBody'] as const;

function menuOf(
  { React: { createElement: h } }: System,
  requests: readonly ExampleRequest[],
  chosen: string | null,
  choose: (key: string) => void,
): Element {
  const group = (label: string, members: readonly ExampleRequest[]) =>
    h(
      'optgroup',
      { label },
      ...members.map(({ key, title, status }) =>
        h('option', { key, value: key }, `${status} \u2013 ${title}`),
      ),
    );
  const onChange = (event: { readonly target: HTMLSelectElement }) => choose(event.target.value);
  return h(
    'label',
    { className: 'assay-menu' },
    h('span', null, 'Example request'),
    h(
      'select',
      { value: chosen, onChange },
      group(
        'Accepted',
        requests.filter(({ status }) => status < 400),
      ),
      group(
        'Refused',
        requests.filter(({ status }) => status >= 400),
      ),
    ),
  );
}

/** Writes an example into every part of the request but the credential, which belongs to no endpoint alone. */
function fillIn(system: System, props: RequestProps, operation: Operation, key: string): void {
  const { pathMethod, parameters } = props;
  const { specActions, oas3Actions } = system;
  const [contextType, contextName] = place;
  oas3Actions.setActiveExamplesMember({ name: key, pathMethod, contextType, contextName });
  oas3Actions.setRequestBodyValue({ value: bodyOf(operation, key), pathMethod });
  for (const parameter of parameters) {
    specActions.changeParamByIdentity(pathMethod, parameter, exampleOf(parameter, key) ?? null);
  }
}

function exampleOf(parameter: Frozen, key: string): unknown {
  return examplesIn(parameter.toJS() as Exemplified)[key]?.value;
}
