import { useRef, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Note } from '../../ui/Notes.tsx'

/** Writes the card's URL to an NFC tag where supported; elsewhere explains how. */
export function NfcTag({ link }: { link: string }) {
  return (
    <details className="pocket-tag">
      <summary>Write to an NFC tag</summary>
      {'NDEFReader' in window && fitsTag(link) ? <Writer link={link} /> : <ByHand link={link} />}
    </details>
  )
}

function ByHand({ link }: { link: string }) {
  return (
    <>
      <p>
        {fitsTag(link)
          ? 'This browser cannot write tags; Chrome on Android can. On an iPhone, use an app that writes NFC tags, select URL as the type, and paste this link:'
          : 'The link is too long for common 144-byte tags. Use a shorter card URL.'}
      </p>
      <CopyLine link={link} />
    </>
  )
}

type Step = 'writing' | 'checking' | TagOutcome

function Writer({ link }: { link: string }) {
  const [step, setStep] = useState<Step>()
  const run = useRef<AbortController>(null)
  const busy = step === 'writing' || step === 'checking'
  const start = async () => {
    run.current = new AbortController()
    const { signal } = run.current
    setStep('writing')
    const written = await writeTag(link, signal)
    if (written !== 'written') return setStep(written)
    setStep('checking')
    setStep(await checkTag(link, signal))
  }
  return (
    <>
      <p>
        The tag holds only the link to your card, so iPhones can read it too. Anything already on
        the tag is replaced.
      </p>
      <div className="actions">
        <Button kind="primary" busy={busy && texts[step]} onClick={() => void start()}>
          <Icon name="save" size={18} />
          Write tag
        </Button>
        {busy && <Button onClick={() => run.current?.abort()}>Cancel</Button>}
      </div>
      {step && !busy && step !== 'called off' && (
        <Note kind={step === 'written' ? 'ok' : 'bad'}>{texts[step]}</Note>
      )}
    </>
  )
}

const texts: Record<Step, string> = {
  writing: 'Hold the tag to the phone...',
  checking: 'Tag written. Hold it to the phone again...',
  written: 'Done. The tag opens your card.',
  refused: 'The browser is not allowed to use NFC. Allow it for this site and make sure NFC is on.',
  unwritable: 'The tag is locked, is too small or was moved away. Nothing was changed.',
  different: 'The tag does not hold the link. Write it again.',
  'called off': '',
}

/** An NTAG213 has 137 bytes for records, of which the header takes 5. */
const mostBytes = 132

type TagOutcome = 'written' | 'refused' | 'unwritable' | 'different' | 'called off'

/** Whether the URL fits the smallest common tag. */
export function fitsTag(link: string): boolean {
  return new TextEncoder().encode(link).length <= mostBytes
}

/** Writes the URL to the next tag in range. */
export async function writeTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  try {
    await new NDEFReader().write({ records: [{ recordType: 'url', data: link }] }, { signal })
    return 'written'
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Reads the next tag and compares: it must contain exactly the URL. */
export async function checkTag(link: string, signal: AbortSignal): Promise<TagOutcome> {
  const reader = new NDEFReader()
  const read = new Promise<TagOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve('called off'))
    reader.addEventListener('readingerror', () => resolve('different'))
    reader.addEventListener('reading', (event) =>
      resolve(holds(event, link) ? 'written' : 'different'),
    )
  })
  try {
    await reader.scan({ signal })
    return await read
  } catch (error) {
    return outcomeOf(error)
  }
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

// https://w3c.github.io/web-nfc/#the-write-method
function outcomeOf(error: unknown): TagOutcome {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return 'called off'
  return name === 'NotAllowedError' ? 'refused' : 'unwritable'
}
