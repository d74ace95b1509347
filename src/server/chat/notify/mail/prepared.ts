import type { Logger } from 'pino'
import type { AppContext } from '../../../context'
import type { TemplateName, TemplateValues } from './templates'

/** Dependencies of the mail sender. */
export type SenderContext = Pick<
  AppContext,
  'clock' | 'config' | 'db' | 'caches' | 'metrics' | 'renderer'
> & {
  log: Logger
}

/** Template, values and language of a mail. */
export type Prepared = {
  [Name in TemplateName]: {
    template: Name
    values: TemplateValues<Name>
    locale: string
  }
}[TemplateName]
