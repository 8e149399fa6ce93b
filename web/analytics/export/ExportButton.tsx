import { type ReactNode, useRef } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { locale } from '../../messages/language.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import type { Progress } from './download.ts'
import type { ExportFormat, ExportSource } from './export-source.ts'
import { type ExportState, useExport } from './useExport.ts'

type Props = {
  /** What to export; undefined while loading. */
  source: ExportSource | undefined
  format?: ExportFormat
  size?: 'small'
  children: ReactNode
}

/** Export button. Progress and result are on a separate line below its row. */
export function ExportButton({ source, format = 'csv', size, children }: Props) {
  const { state, begin, cancel } = useExport()
  const button = useRef<HTMLButtonElement>(null)
  const start = () => {
    if (source) void begin({ source, format })
    // The clicked button on that line disappears with it.
    button.current?.focus()
  }
  const stop = () => {
    cancel()
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        size={size}
        busy={state.step === 'running' && t('Exporting...')}
        aria-disabled={!source || undefined}
        onClick={start}
      >
        <Icon name="download" size={18} />
        {children}
      </Button>
      <Outcome state={state} onAgain={start} onCancel={stop} />
    </>
  )
}

type OutcomeProps = { state: ExportState; onAgain: () => void; onCancel: () => void }

function Outcome({ state, onAgain, onCancel }: OutcomeProps) {
  if (state.step === 'waiting') return null
  return (
    <div className="export-outcome">
      {state.step === 'running' && <Running progress={state.progress} format={state.format} />}
      {state.step === 'running' && state.format === 'csv' && (
        <Button size="small" onClick={onCancel}>
          <Trans
            id="Cancel<span> export</span>"
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
      )}
      {state.step === 'done' && (
        <Note kind="ok" title={t('Export successful')}>
          {state.name}
          {' · '}
          {state.rows !== undefined && `${counted(state.rows)}, `}
          {size(state.bytes)}
        </Note>
      )}
      {state.step === 'failed' && (
        <Note kind="bad" title={state.title}>
          {state.text}
        </Note>
      )}
      {state.step === 'failed' && state.canRetry && (
        <Button size="small" onClick={onAgain}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

function Running({ progress, format }: { progress?: Progress; format: ExportFormat }) {
  if (format === 'pdf') return <p role="status">{t('Creating the PDF...')}</p>
  if (!progress) return <p role="status">{t('Preparing the file...')}</p>
  const { bytes, total } = progress
  return (
    <p className="export-progress">
      {total
        ? t('{size} so far, {rows} expected', { size: size(bytes), rows: counted(total) })
        : t('{size} so far', { size: size(bytes) })}
    </p>
  )
}

function counted(rows: number): string {
  return t('{rows, plural, one {# row} other {# rows}}', { rows })
}

function size(bytes: number): string {
  if (bytes < 1000) return t('{bytes} bytes', { bytes })
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`
}
