import type { Logger } from 'pino'
import type { AppContext } from '../../context'
import type { TemplateName, TemplateValues } from './templates'

/** What sends mails needs to have. */
export type SenderContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'metrics'> & {
  log: Logger
}

/** What a mail says, and in which language. */
export type Prepared = {
  [Name in TemplateName]: {
    template: Name
    values: TemplateValues<Name>
    locale: string
  }
}[TemplateName]
