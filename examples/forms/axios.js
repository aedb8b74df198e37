import { fieldErrors } from 'assay/client';
import axios from 'axios';

/** Creates a user; returns the errors by field, of which there are none if all is well. */
export async function createUser(address, user) {
  try {
    await axios.post(address, user);
    return {};
  } catch (error) {
    // Without a response there was no connection, and axios says why.
    return fieldErrors(error.response?.data ?? error.message);
  }
}
