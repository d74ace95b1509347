import type { Command } from 'commander'
import { describeSettings } from '../config/settings'
import { readSettings } from '../main/read-settings'
import { serve } from '../main/serve'
import { jsonOption, reportFailure } from './action'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run a server until it is stopped')
    .option(...jsonOption)
    .addHelpText('after', `\nSettings are read from the environment:\n\n${describeSettings()}`)
    .action(async (options: { json?: boolean }) => {
      try {
        await serve(readSettings(), options)
      } catch (error) {
        reportFailure(error, options)
      }
    })
}
