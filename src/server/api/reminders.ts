import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { InvalidMessageError } from '../chat/rules/errors'
import { sizeLimits } from '../chat/rules/limits'
import { NoSuchReminderError, TimeNotInFutureError } from '../chat/rules/scheduled-messages/errors'
import {
  addReminder,
  listOwnReminders,
  removeReminder,
} from '../chat/actions/scheduled-messages/reminders'
import { reminderSchema } from '../../shared/scheduled-messages'
import { latestSeconds } from './scheduled-messages'

/*
 * The requester's reminders. Source: docs/protocol/drafts-and-schedule.md#reminders.
 */

const listRemindersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/reminders',
  tag: 'drafts',
  summary: 'List the reminders of the requester',
  auth: 'basic',
  params: {},
  response: { reminders: Type.Array(reminderSchema, { description: 'The soonest first' }) },

  async handler({ ctx, requester }) {
    return { reminders: await listOwnReminders(ctx.db.query, requester) }
  },
})

const addReminderEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/reminders',
  tag: 'drafts',
  summary: 'Be reminded of a message',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    scheduled_delivery_timestamp: integer({
      ...{ min: 0, max: latestSeconds, example: 4_102_444_800 },
      description: 'Unix time in seconds',
    }),
    note: text({
      default: '',
      nulRefusal: () => 'Note must not contain null bytes',
      description: `Comes with the reminder; at most ${sizeLimits.reminderNoteCharacters} characters`,
    }),
    local_id: text({
      optional: true,
      maxLength: 100,
      description:
        'Name that the client gives to the reminder; a repeated request sets no other one',
    }),
  },
  response: { reminder_id: Type.Integer() },
  errors: [InvalidMessageError, TimeNotInFutureError],

  async handler({ ctx, requester, params }) {
    const { message_id: messageId, note, scheduled_delivery_timestamp: seconds } = params
    const dueAt = new Date(seconds * 1_000)
    return {
      reminder_id: await addReminder(ctx, requester, {
        ...{ messageId, note, dueAt },
        localId: params.local_id,
      }),
    }
  },
})

const removeReminderEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/reminders/{reminder_id}',
  tag: 'drafts',
  summary: 'Not be reminded after all',
  auth: 'basic',
  params: { reminder_id: integer({ min: 0 }) },
  response: {},
  errors: [NoSuchReminderError],

  async handler({ ctx, requester, params }) {
    await removeReminder(ctx, requester, params.reminder_id)
    return {}
  },
})

export const remindersEndpoints = [
  listRemindersEndpoint,
  addReminderEndpoint,
  removeReminderEndpoint,
]
