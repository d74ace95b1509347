import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { useApp } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import { laterTime } from '../../texts/later-time'
import { useWriting } from './use-writing'
import { LaterMenu } from '../later/later-menu'
import { useScheduling } from './use-scheduling'
import styles from '../later/send-later.module.css'

interface SendLaterProps {
  /** Called instead of opening the menu, while the message cannot be sent. */
  onBlocked: (() => void) | undefined
  openerRef: { current: (() => void) | null }
  /** Called once the message is scheduled. */
  onDone: () => void
}

/** The button beside *Send*, with a menu of times. */
export function SendLater({ onBlocked, openerRef, onDone }: SendLaterProps) {
  const { scheduling } = useWriting()
  const { schedule, tellFailure } = useScheduling()
  return (
    <LaterMenu
      label={t.later.sendLater}
      button={<Icon name="chevron-down" />}
      buttonClass={`button primary ${styles['button']}`}
      title={t.later.pickTitle}
      action={t.later.schedule}
      initial={scheduling.edited()?.scheduled_delivery_timestamp}
      onChoose={async (at) => {
        const mayFocus = focusWish()
        await schedule(at)
        if (mayFocus()) onDone()
      }}
      onFail={tellFailure}
      onBlocked={onBlocked}
      openerRef={openerRef}
    />
  )
}

/** Notice above the compose box while it holds the text of a scheduled message. */
export function EditingScheduled() {
  const { store } = useApp()
  const { compose, scheduling } = useWriting()
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  if (compose.scheduledId.value === undefined) return null
  const message = scheduling.edited()
  return (
    <div class={styles['editing']} role="status">
      <span>
        {!message
          ? t.later.editingGone
          : message.failed
            ? t.later.editingFailed
            : t.later.editing(laterTime(message.scheduled_delivery_timestamp, is24Hour))}
      </span>
      <button
        type="button"
        class="button"
        onClick={() => {
          compose.discard()
        }}
      >
        {t.later.cancelEditing}
      </button>
    </div>
  )
}
