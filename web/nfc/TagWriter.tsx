import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'

type TagOutcome =
  | 'done'
  | 'refused'
  | 'unsupported'
  | 'failed'
  /** The tag holds something else. */
  | 'different'
  | 'canceled'

/** Writes a link to an NFC tag, reads it back and locks it on request. Without Web NFC, explains how to do it by hand. */
export function TagWriter({ link }: { link: string }) {
  if (!fitsTag(link))
    return (
      <>
        <p>{t('The link is too long for common 144-byte tags. Use a shorter card URL.')}</p>
        <CopyLine link={link} />
      </>
    )
  return canWriteTags() ? <Writer link={link} /> : <ByHand link={link} />
}

function ByHand({ link }: { link: string }) {
  return (
    <>
      <p>
        {t(
          'This browser cannot write NFC tags. Open this page in Chrome on Android, or use an app on your phone, such as NFC Tools for iPhone:',
        )}
      </p>
      <ol className="tag-steps">
        <li>{t('Copy this link.')}</li>
        <li>{t('In the app, add a record of the type URL and paste the link.')}</li>
        <li>{t('Write it, and hold the phone to the tag until the app confirms.')}</li>
        <li>{t('Hold the phone to the tag again. Your card opens.')}</li>
      </ol>
      <CopyLine link={link} />
    </>
  )
}

type Task = 'write' | 'check' | 'lock'
type Result = { task: Task; outcome: TagOutcome }

function Writer({ link }: { link: string }) {
  const { task, result, begin, cancel } = useTag(link)
  const [isAsking, setIsAsking] = useState(false)
  const isWritten = result?.task === 'check' && result.outcome === 'done'
  const canLock = isWritten || (result?.task === 'lock' && result.outcome !== 'done')
  return (
    <>
      <p>
        {t(
          'The tag gets only this link, so iPhones read it, too. Anything already on the tag is replaced.',
        )}
      </p>
      <div className="actions">
        <Button
          kind="primary"
          busy={task && waiting[task]}
          onClick={() => void begin(['write', 'check'])}
        >
          <Icon name="save" size={18} />
          {t('Write tag')}
        </Button>
        {task && <Button onClick={cancel}>{t('Cancel')}</Button>}
        {!task && canLock && (
          <Button onClick={() => setIsAsking(true)}>
            <Icon name="lock" size={18} />
            {t('Lock tag')}
          </Button>
        )}
      </div>
      {!task && result && (
        <Note kind={result.outcome === 'done' ? 'ok' : 'bad'}>{messageOf(result)}</Note>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Lock this tag?')}
          text={t(
            'A locked tag can never be written again, by you or anyone else. It opens this link for good; the card behind the link can still change.',
          )}
          action={t('Lock tag')}
          busy={false}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            void begin(['lock'])
          }}
        />
      )}
    </>
  )
}

/** Runs tasks on the next tag in range, one after the other until one fails; `task` is the one that runs. */
function useTag(link: string) {
  const [task, setTask] = useState<Task>()
  const [result, setResult] = useState<Result>()
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const begin = async (tasks: Task[]) => {
    run.current?.abort()
    const controller = new AbortController()
    run.current = controller
    const { signal } = controller
    setResult(undefined)
    for (const next of tasks) {
      setTask(next)
      const outcome = await actions[next](link, signal)
      if (signal.aborted) break
      setResult({ task: next, outcome })
      if (outcome !== 'done') break
    }
    if (run.current !== controller) return
    // Ends the scan, which would keep the tag from opening the card.
    controller.abort()
    setTask(undefined)
  }
  return { task, result, begin, cancel: () => run.current?.abort() }
}

const actions = { write: writeTag, check: checkTag, lock: lockTag }

const waiting: Record<Task, string> = {
  write: t('Hold the tag to the phone...'),
  check: t('Tag written. Hold it to the phone again...'),
  lock: t('Hold the tag to the phone...'),
}

function messageOf({ task, outcome }: Result): string {
  return messages[task][outcome] ?? common[outcome]
}

const common: Record<TagOutcome, string> = {
  done: '',
  canceled: '',
  refused: t(
    'The browser is not allowed to use NFC. Allow it for this site and make sure that NFC is on.',
  ),
  unsupported: t(
    'This kind of tag cannot store a link. Nothing was changed. Use an NTAG213 or larger.',
  ),
  failed: t('The tag is locked, too small, or was moved away. Nothing was changed.'),
  different: t('The tag does not hold the link. Write it again.'),
}

const messages: Record<Task, Partial<Record<TagOutcome, string>>> = {
  write: {},
  check: {
    done: t('Done. The tag opens your card.'),
    failed: t('The tag could not be read. Hold it to the phone longer and write it again.'),
  },
  lock: {
    done: t('Locked. The tag opens your card for good.'),
    unsupported: t('This kind of tag cannot be locked. It still opens your card.'),
    failed: t('The tag was moved away before it was locked. It still opens your card.'),
    different: t('This tag holds something else, so it was not locked.'),
  },
}

/** Writes the link of a share point to an NFC tag. */
export function TagDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t('NFC tag')} width="narrow">
      <div className="dialog-body">
        <TagWriter link={link} />
      </div>
    </Dialog>
  )
}

/** An NTAG213 holds 137 bytes of records, 5 of them for the header. */
const maxBytes = 132

/** True if the URL fits the smallest common tag. */
export function fitsTag(link: string): boolean {
  return new TextEncoder().encode(link).length <= maxBytes
}

function canWriteTags(): boolean {
  return 'NDEFReader' in window
}

/** Writes the URL to the next tag in range. */
async function writeTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  const message = { records: [{ recordType: 'url', data: link }] } as const
  return outcomeOf(() => new NDEFReader().write({ records: [...message.records] }, { signal }))
}

/** Reads the next tag; `done` if it contains exactly the URL. */
function checkTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  return readTag(link, signal)
}

/** Locks the next tag for good if it contains exactly the URL. */
function lockTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  // Runs while the tag that was read is still in range.
  const lock = (reader: NDEFReader) => outcomeOf(() => reader.makeReadOnly({ signal }))
  return readTag(link, signal, lock)
}

async function readTag(
  link: string,
  signal: AbortSignal,
  whenEqual: (reader: NDEFReader) => Promise<TagOutcome> = async () => 'done',
): Promise<TagOutcome> {
  const reader = new NDEFReader()
  const read = new Promise<TagOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve('canceled'))
    reader.addEventListener('readingerror', () => resolve('failed'))
    reader.addEventListener('reading', (event) =>
      resolve(holds(event, link) ? whenEqual(reader) : 'different'),
    )
  })
  const started = await outcomeOf(() => reader.scan({ signal }))
  return started === 'done' ? read : started
}

function holds(event: Event, link: string): boolean {
  const records = 'message' in event && isMessage(event.message) ? event.message.records : []
  return records.some(
    ({ recordType, data }) => recordType === 'url' && new TextDecoder().decode(data) === link,
  )
}

function isMessage(value: unknown): value is NDEFReadingEvent['message'] {
  return typeof value === 'object' && value !== null && 'records' in value
}

const outcomes = new Map<string, TagOutcome>([
  ['AbortError', 'canceled'],
  ['NotAllowedError', 'refused'],
  // NFC is turned off or blocked.
  ['NotReadableError', 'refused'],
  ['NotSupportedError', 'unsupported'],
])

// https://w3c.github.io/web-nfc/#the-write-method
async function outcomeOf(work: () => Promise<void>): Promise<TagOutcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    return outcomes.get(name) ?? 'failed'
  }
}
