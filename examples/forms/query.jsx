import { useMutation } from '@tanstack/react-query';
import { fieldErrors, message } from 'assay/client';

const headers = { 'Content-Type': 'application/json' };

async function createUser({ address, user }) {
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(user) });
  const body = await response.text();
  if (!response.ok) throw new Error(message(body), { cause: fieldErrors(body) });
  return JSON.parse(body);
}

export function UserButton({ address, user }) {
  const { mutate, data, error } = useMutation({ mutationFn: createUser });
  const errors = error?.cause ?? {};
  return (
    <>
      <button type="button" onClick={() => mutate({ address, user })}>
        Create
      </button>
      <output data-field="email">{errors.email?.join(' ')}</output>
      <output data-field="">{data ? 'Created' : error?.message}</output>
    </>
  );
}
