import { fieldErrors } from 'assay/client';
import { useState } from 'react';

const headers = { 'Content-Type': 'application/json' };

export function UserForm({ address }) {
  const [errors, setErrors] = useState({});

  async function submit(event) {
    event.preventDefault();
    const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)));
    const response = await fetch(address, { method: 'POST', headers, body });
    setErrors(response.ok ? { '': ['Created'] } : fieldErrors(await response.text()));
  }

  return (
    <form onSubmit={submit} noValidate>
      {['name', 'email', 'age'].map((name) => (
        <label key={name}>
          {name} <input name={name} aria-invalid={name in errors} />
          <output data-field={name}>{errors[name]?.join(' ')}</output>
        </label>
      ))}
      <button type="submit">Create</button>
      <output data-field="">{errors['']?.join(' ')}</output>
    </form>
  );
}
