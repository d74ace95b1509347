import type { ComponentChildren, Ref } from 'preact'
import { useApp } from '../../context/app'
import type { KeyName } from '../../app/keyboard/keys'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/names'

interface IconButtonProps {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  /** Shortcut for the same action, shown in the tooltip. */
  keyName?: KeyName
  onClick?: ((event: MouseEvent) => void) | undefined
  isPressed?: boolean
  disabled?: boolean
  class?: string | undefined
  buttonRef?: Ref<HTMLButtonElement>
  children?: ComponentChildren
}

/** A button that shows an icon and has a label for screen readers. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, keyName, onClick, isPressed, disabled, buttonRef, children } = props
  const { keyboard } = useApp()
  const [key] = keyName ? keyboard.describe(keyName) : []
  return (
    <button
      ref={buttonRef ?? null}
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={label}
      title={key === undefined ? label : `${label} (${key})`}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
