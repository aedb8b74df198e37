/** As much of Swagger UI as the page touches, for which there are no types. */

export type Element = unknown;
export type Props = Readonly<Record<string, unknown>>;

/** Swagger UI hands over props of which it alone knows the type: each component says what it takes of them. */
export type Component<P extends object = object> = { render(props: P): Element }['render'];
export type Wrap = { wrap(original: Component, system: System): Component }['wrap'];

export interface React {
  readonly Fragment: Component;
  createElement(type: unknown, props: object | null, ...children: Element[]): Element;
  useLayoutEffect(effect: () => void, changing: readonly unknown[]): void;
  useRef<Value>(): { current: Value | undefined };
}

/** A value of Immutable.js. */
export interface Frozen {
  get(key: string): unknown;
  toJS(): unknown;
}

export type PathMethod = readonly [path: string, method: string];

/** Everything that its plugins add to Swagger UI, under one roof. */
export interface System {
  readonly React: React;
  getComponent(name: string, connected?: boolean): Component;
  readonly specSelectors: {
    specJson(): Frozen;
    securityDefinitions(): Frozen;
  };
  readonly specActions: {
    changeParamByIdentity(of: PathMethod, parameter: Frozen, value: unknown): void;
    clearResponse(...of: PathMethod): void;
    clearRequest(...of: PathMethod): void;
  };
  readonly oas3Selectors: {
    activeExamplesMember(path: string, method: string, part: string, name: string): string | null;
  };
  readonly oas3Actions: {
    setActiveExamplesMember(chosen: object): void;
    setRequestBodyValue(body: { readonly value: string | undefined; readonly pathMethod: PathMethod }): void;
  };
  readonly authSelectors: {
    shownDefinitions(): Frozen;
    authorized(): Frozen;
  };
  readonly authActions: {
    authorize(credentials: Readonly<Record<string, object>>): void;
    logout(names: readonly string[]): void;
    showDefinitions(shown: false): void;
  };
}

export interface Plugin {
  readonly components?: Readonly<Record<string, Component>>;
  readonly wrapComponents?: Readonly<Record<string, Wrap>>;
  readonly statePlugins?: object;
  /** Runs when all plugins are there; \`this\` is what they make up. */
  afterLoad?(this: { readonly fn: Record<string, unknown> }): void;
}

export interface Options {
  readonly spec: object;
  readonly dom_id: string;
  readonly layout: string;
  readonly deepLinking: boolean;
  readonly tryItOutEnabled: boolean;
  readonly displayRequestDuration: boolean;
  readonly validatorUrl: null;
  readonly plugins: readonly ((system: System) => Plugin)[];
  readonly requestInterceptor: (request: never) => unknown;
  readonly responseInterceptor: (response: never) => unknown;
  onComplete(): void;
}

export type SwaggerUI = (options: Options) => { getSystem(): System };
