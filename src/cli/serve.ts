import type { Command } from 'commander'
import { describeSettings } from '../server/config/settings'
import { readSettings } from '../server/start/read-settings'
import { serve } from '../server/start/serve'
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
