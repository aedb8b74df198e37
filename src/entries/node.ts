#!/usr/bin/env node
import { command } from '../cli/command.ts';

await command(process.argv.slice(2), process.env);
