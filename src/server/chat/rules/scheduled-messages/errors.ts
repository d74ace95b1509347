import { fixedError } from '../../../lib/api-error'

/* Refusals about scheduled messages and reminders. Source: docs/protocol/drafts-and-schedule.md#scheduled-errors. */

export class NoSuchScheduledMessageError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester has scheduled no such message.',
  example: 'Scheduled message does not exist',
}) {}

export class NoSuchReminderError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester has no such reminder.',
  example: 'Reminder does not exist',
}) {}

export class AlreadySentError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Its time has come before the call.',
  example: 'Scheduled message was already sent',
}) {}

export class TimeNotInFutureError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The time is over.',
  example: 'Scheduled delivery time must be in the future.',
}) {}
