import type { ComponentChildren } from 'preact'
import * as t from '../../texts/catalog'
import { CopyButton } from '../copy-button/copy-button'
import { DownloadButton } from '../copy-button/download-button'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The button that goes on. */
  children: ComponentChildren
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, children }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <div class={styles['secret']}>
      <p>{t.secondFactor.keepCodes}</p>
      <pre aria-label={t.secondFactor.codes}>{text}</pre>
      <div class={styles['buttons']}>
        <CopyButton text={text} label={t.secondFactor.copy} />
        <DownloadButton name="recovery-codes.txt" text={text} label={t.secondFactor.download} />
        {children}
      </div>
    </div>
  )
}
