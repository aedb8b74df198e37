#!/usr/bin/env node
import { runCommand } from '../cli/command.ts';

await runCommand(process.argv.slice(2), process.env);
