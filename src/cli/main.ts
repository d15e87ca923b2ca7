#!/usr/bin/env node
import { type CommandTable, runProgram } from './program.ts';

const COMMANDS: CommandTable = {};

process.exitCode = await runProgram(process.argv.slice(2), COMMANDS);
