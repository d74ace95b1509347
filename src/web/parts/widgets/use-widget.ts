import type { ArgumentsOf } from '../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import type { Message } from '../../data/records/message'

/** Sends a change of a widget. @returns whether it succeeded */
export type ChangeWidget = (data: ArgumentsOf<'POST /submessage'>['content']) => Promise<boolean>

/** @param failure error message for the toast */
export function useWidget(message: Message, failure: string): ChangeWidget {
  const { toasts } = useApp()
  const isBusy = useSignal(false)
  return async (data) => {
    if (isBusy.value) return false
    isBusy.value = true
    try {
      await call('POST /submessage', {
        message_id: message.id,
        msg_type: 'widget',
        content: data,
      })
      return true
    } catch (error) {
      toasts.fail(failure, error)
      return false
    } finally {
      isBusy.value = false
    }
  }
}
