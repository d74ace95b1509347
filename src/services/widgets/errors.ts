import { fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'
import { limits } from '../limits'
import type { WidgetChangeType } from './changes'
import type { WidgetType } from './widget'

/*
 * Why nothing can be done in a widget.
 */

export class NoWidgetError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is no widget.',
  example: 'You cannot attach a submessage to this message.',
}) {}

export class ForeignWidgetChangeError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no such thing to be done in widgets of this type.',
    example: 'Unknown type for poll data: strike',
  }

  constructor(widget: WidgetType, change: WidgetChangeType) {
    super(`Unknown type for ${widget} data: ${change}`)
  }
}

export class WidgetAuthorRequiredError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'Only whoever sent the widget may do this.',
    example: "You can't edit a question unless you are the author.",
  }
}

export class WidgetFullError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'So much was done in the widget that it can take no more.',
  example: `Too many submessages (limit: ${limits.submessageBytes} bytes)`,
}) {}
