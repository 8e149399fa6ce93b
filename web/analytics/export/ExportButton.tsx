import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ExportSection } from '../../../schema/analytics/analytics-export.ts'
import { errorMessage } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { SelectField } from '../../ui/Fields.tsx'
import { Menu, MenuHeading, MenuItem } from '../../ui/Menu.tsx'
import { Note } from '../../ui/Notes.tsx'
import { errorToast, toast } from '../../ui/toasts.ts'
import type { Progress, Watch } from './download.ts'
import type { PdfContent } from './pdf/draw-pdf.ts'

export type ExportFormat = 'csv' | 'pdf' | 'ndjson'

/** What an export button downloads. */
export type ExportSource = {
  /** URL of the table as CSV. */
  csv: string
  /** Loads the PDF's content on demand. */
  pdf: () => Promise<PdfContent>
  /** File name without extension. */
  stem: string
  /** Whether there has been no event at all, so that there is nothing to export. */
  empty: boolean
}

type ExportState =
  | { step: 'waiting' }
  | { step: 'running'; format: ExportFormat; progress?: Progress }
  | { step: 'done'; format: ExportFormat; name: string; rows?: number; bytes: number }
  | { step: 'failed'; title: string; text: string; canRetry: boolean }

const formatNames: Record<ExportFormat, string> = {
  csv: t('CSV'),
  pdf: t('PDF'),
  ndjson: t('NDJSON'),
}

/** Selects the format of exports. */
export function ExportFormatField({
  value,
  onChange,
}: {
  value: ExportFormat
  onChange: (format: ExportFormat) => void
}) {
  const options = [
    { value: 'csv', label: formatNames.csv },
    { value: 'pdf', label: formatNames.pdf },
  ] as const
  return <SelectField label={t('Export format')} {...{ value, options, onChange }} />
}

type Props = {
  /** What to export; undefined while loading. */
  source: ExportSource | undefined
  format?: ExportFormat
  children: ReactNode
}

/** Exports a file. Progress and result are shown on their own line, below the row of the button. */
export function ExportButton({ source, format = 'csv', children }: Props) {
  const { state, begin, cancel } = useExport()
  const button = useRef<HTMLButtonElement>(null)
  const start = () => {
    if (source) void begin({ source, format })
    // The clicked button may be the one to try again, which disappears.
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
        busy={state.step === 'running' && t('Exporting...')}
        aria-disabled={!source || undefined}
        onClick={start}
        icon="download"
      >
        {children}
      </Button>
      <Outcome state={state} onAgain={start} onCancel={stop} />
    </>
  )
}

export type ExportItem = { title: string; format: ExportFormat; source: ExportSource }

/** A menu of exports in groups, each with a heading or none. Runs one at a time, like `ExportButton`. */
export function ExportMenu({
  text,
  groups,
}: {
  text: string
  groups: { heading?: string; items: ExportItem[] }[]
}) {
  const { state, begin, cancel } = useExport()
  const [last, setLast] = useState<ExportItem>()
  const start = (item: ExportItem) => {
    setLast(item)
    void begin(item)
  }
  return (
    <>
      <Menu text={text} icon="download" busy={state.step === 'running' && t('Exporting...')}>
        {groups.map(({ heading, items }) => (
          <Fragment key={heading ?? ''}>
            {heading && <MenuHeading>{heading}</MenuHeading>}
            {items.map((item) => (
              <MenuItem
                key={item.title + item.format}
                note={formatNames[item.format]}
                onClick={() => start(item)}
              >
                {item.title}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </Menu>
      <Outcome state={state} onAgain={() => last && start(last)} onCancel={cancel} />
    </>
  )
}

type OutcomeProps = { state: ExportState; onAgain: () => void; onCancel: () => void }

function Outcome({ state, onAgain, onCancel }: OutcomeProps) {
  if (state.step === 'waiting') return null
  return (
    <div className="export-outcome">
      {state.step === 'running' && <Running progress={state.progress} format={state.format} />}
      {state.step === 'running' && state.format !== 'pdf' && (
        <Button size="small" onClick={onCancel}>
          <Trans id="Cancel<span> export</span>" />
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

type Begin = { source: ExportSource; format: ExportFormat }

const noData = t('No data available to export')

/** Runs one export at a time; its progress and result stay until the next one. */
function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'waiting' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async ({ source, format }: Begin) => {
    if (source.empty) return setState(failure(noData, false))
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', format })
    const make =
      format === 'pdf'
        ? makePdf(source)
        : makeTable(source, { format, signal: controller.signal, onProgress: show(format) })
    const outcome = await make.then(
      (made) => finished(made, format),
      (error: unknown) =>
        controller.signal.aborted ? { step: 'waiting' as const } : failed(error, format),
    )
    if (running.current === controller) setState(outcome)
  }
  const show = (format: ExportFormat) => (progress: Progress) =>
    setState({ step: 'running', format, progress })
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'waiting' })
  }
  return { state, begin, cancel }
}

type Made = { name: string; rows?: number; bytes: number }

async function makeTable(
  source: ExportSource,
  { format, ...watch }: { format: 'csv' | 'ndjson' } & Watch,
): Promise<Made> {
  const { downloadTable } = await import('./download.ts')
  const path = format === 'csv' ? source.csv : `${source.csv}&format=${format}`
  const { file, total, bytes, name } = await downloadTable(path, watch)
  const called = name ?? `${source.stem}.${format}`
  downloadFile(file, called)
  return { name: called, rows: total, bytes }
}

async function makePdf(source: ExportSource): Promise<Made> {
  const [{ drawPdf }, content] = await Promise.all([import('./pdf/draw-pdf.ts'), source.pdf()])
  const file = await drawPdf(content)
  downloadFile(file, `${source.stem}.pdf`)
  return { name: `${source.stem}.pdf`, bytes: file.size }
}

function finished(made: Made, format: ExportFormat): ExportState {
  toast(
    t('Export successful'),
    t('Analytics data has been downloaded as {kind}', { kind: formatNames[format] }),
  )
  return { step: 'done', format, ...made }
}

const noCsv = t('The file could not be created. Check your connection and try again.')
const noPdf = t('The PDF could not be created. Check your connection and try again.')

function failed(error: unknown, format: ExportFormat): ExportState {
  return failure(errorMessage(error, format === 'pdf' ? noPdf : noCsv), true)
}

function failure(text: string, canRetry: boolean): ExportState {
  errorToast(t('Export error'), text)
  return { step: 'failed', title: t('Export error'), text, canRetry }
}

/** Returns `{name}-analytics-{section}-{YYYY-MM-DD}`, with the current day in the time zone. */
export function exportStem(
  name: string,
  section: ExportSection,
  zone: string,
  now = new Date(),
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return `${name}-analytics-${section}-${day}`
}
