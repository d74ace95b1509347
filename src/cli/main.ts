#!/usr/bin/env node
import { tolerateClosedOutputs } from '../server/lib/closed-output'
import { runCommandLine } from './command-line'

tolerateClosedOutputs()
void runCommandLine(process.argv.slice(2))
