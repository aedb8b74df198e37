import { withDocuments } from 'assay';
import app from './app.js';
import documents from './documents.json';

/** The app, with the documentation that `build.js` has made: a Worker has little time for each request. */
export default withDocuments(app, documents);
