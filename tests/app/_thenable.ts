/** Makes a promise that is not a `Promise`, as some libraries do. */
export function thenable<Value>(value: Value): Promise<Value> {
  const then: Promise<Value>['then'] = (...told) => Promise.resolve(value).then(...told);
  return { then } as Promise<Value>;
}
