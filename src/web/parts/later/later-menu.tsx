import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useApp } from '../../context/app'
import { sendingChoices } from '../../data/later/times'
import type { LaterChoice } from '../../data/later/times'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { timeForm } from '../../texts/time-form'
import { timeOfDay } from '../../texts/times'
import { Menu, MenuItem, MenuRule } from '../../ui/menu/menu'
import { PickTimeDialog } from './pick-time-dialog'
import styles from './later.module.css'

interface LaterMenuProps {
  /** Accessible name of button and menu. */
  label: string
  /** Content of the button. */
  button: ComponentChildren
  buttonClass?: string
  /** Title and confirming button of the dialog that takes a date and a time. */
  title: string
  action: string
  /** Time that the dialog begins with; tomorrow by default. */
  initial?: number | undefined
  /** Rejects with the error that the dialog shows; `onFail` reports it for the times of the menu. */
  onChoose: (at: number) => Promise<void>
  onFail: (error: unknown) => void
  onBlocked?: (() => void) | undefined
  openerRef?: { current: (() => void) | null }
}

/** A button with a menu of times for sending a message. */
export function LaterMenu(props: LaterMenuProps) {
  const { label, button, buttonClass, title, action, onChoose, onFail, onBlocked } = props
  const isPicking = useSignal(false)
  return (
    <>
      <Menu
        label={label}
        button={button}
        side="above"
        align="end"
        onBlocked={onBlocked}
        {...(buttonClass === undefined ? {} : { buttonClass })}
        {...(props.openerRef ? { openerRef: props.openerRef } : {})}
      >
        {() => (
          <LaterItems
            choices={sendingChoices(Date.now() / 1000, timeForm.value.zone)}
            pick={t.later.pick}
            onChoose={(at) => void onChoose(at).catch(onFail)}
            onPick={() => (isPicking.value = true)}
          />
        )}
      </Menu>
      {isPicking.value && (
        <PickTimeDialog
          title={title}
          action={action}
          initial={props.initial}
          onChoose={onChoose}
          onClose={() => (isPicking.value = false)}
        />
      )}
    </>
  )
}

interface LaterItemsProps {
  choices: readonly LaterChoice[]
  /** Text of the item that opens the dialog. */
  pick: string
  onChoose: (at: number) => void
  onPick: () => void
}

/** Menu items for times; each names the resulting time. */
export function LaterItems({ choices, pick, onChoose, onPick }: LaterItemsProps) {
  const is24Hour = useApp().store.read('user_settings')['twenty_four_hour_time']
  return (
    <>
      {choices.map(({ kind, at }) => {
        const isOtherDay = kind === 'tomorrow' || kind === 'monday'
        return (
          <MenuItem key={kind} onChoose={() => onChoose(at)}>
            <span class={styles['choice']}>
              <span>{t.later.choices[kind]}</span>{' '}
              <span class={styles['time']}>
                {isOtherDay ? laterTime(at, is24Hour) : timeOfDay(at, is24Hour)}
              </span>
            </span>
          </MenuItem>
        )
      })}
      <MenuRule />
      <MenuItem icon="calendar-clock" onChoose={onPick}>
        {pick}
      </MenuItem>
    </>
  )
}
