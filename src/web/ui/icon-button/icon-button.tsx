import type { ComponentChildren, Ref } from 'preact'
import type { KeyName } from '../../lib/keyboard/keys'
import { Icon } from '../icon/icon'
import { keyboard } from '../keyboard/use-key'
import type { IconName } from '../../lib/icon-names'

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
