/** The practice service where a runtime has a server of its own. */
import app from '../../../dist/entries/practice.js';
import { serveFetch } from './serve-fetch.js';

export const fetch = serveFetch(app.fetch);
