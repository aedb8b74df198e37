/** Values by key that expire. When there are as many as the capacity, the oldest one makes room for the next. */
export function createExpiring<Value>({ capacity, seconds }: { capacity: number; seconds: number }) {
  // In the order in which they expire: all have the same time, and a new value goes to the end.
  const entries = new Map<string, { value: Value; until: number }>();

  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      return entry && entry.until > Date.now() ? entry.value : undefined;
    },
    set(key: string, value: Value): Value {
      entries.delete(key);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= capacity) entries.delete(oldest);
      entries.set(key, { value, until: Date.now() + seconds * 1000 });
      return value;
    },
    delete: (key: string) => entries.delete(key),
  };
}
