interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** The values to choose from, each with what is shown of it. */
  readonly options: readonly (readonly [value: string, shown: string])[];
  /** Undefined if nothing else depends on what is chosen. */
  readonly value?: string;
  readonly choose?: (value: string) => void;
}

/** A list to choose from, with its label. */
export function Choice({ id, label, options, value, choose }: ChoiceProps) {
  return (
    <span class="labelled">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose?.(currentTarget.value)}>
        {options.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </span>
  );
}
