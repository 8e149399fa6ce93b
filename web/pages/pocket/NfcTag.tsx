import { useRef, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Note } from '../../ui/Notes.tsx'
import { checkTag, fitsTag, type TagOutcome, writeTag } from './nfc.ts'

/** Puts the card's address on an NFC tag, where the browser can; elsewhere says how. */
export function NfcTag({ link }: { link: string }) {
  return (
    <details className="pocket-tag">
      <summary>Put it on an NFC tag</summary>
      {'NDEFReader' in window && fitsTag(link) ? <Writer link={link} /> : <ByHand link={link} />}
    </details>
  )
}

function ByHand({ link }: { link: string }) {
  return (
    <>
      <p>
        {fitsTag(link)
          ? 'This browser cannot write tags; Chrome on Android can. On an iPhone take any app that writes NFC tags, choose a web address as what to write, and paste this one:'
          : 'The address is too long for the common tags of 144 bytes. A shorter card URL would fit.'}
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
        It holds the address of your card and nothing else, so iPhones read it, too. What is on the
        tag now is replaced.
      </p>
      <div className="pocket-tag-actions">
        <Button kind="primary" busy={busy && texts[step]} onClick={() => void start()}>
          <Icon name="save" size={18} />
          Write a tag
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
  checking: 'Written. Hold it there again...',
  written: 'Written and read back: the tag opens your card.',
  refused: 'The browser was not allowed to use NFC. Allow it for this site and see that NFC is on.',
  unwritable: 'The tag is locked, too small, or was taken away. Nothing was changed.',
  different: 'The tag does not hold the address. Write it again.',
  'called off': '',
}
