import { runAdminThread } from '../cli/admin-thread.ts';

await runAdminThread();
