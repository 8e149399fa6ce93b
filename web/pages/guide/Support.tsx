import { product, support } from '../../product.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { CardLink, End, Steps } from './parts.tsx'

export function DeveloperFeatures() {
  return (
    <>
      <p>Your level opens the Advanced section of a card, and the API.</p>
      <Steps>
        <li>
          <strong>Chatbot:</strong> paste the script code of your chatbot into the Advanced section
          of a card. Visitors get a Chat button; the code runs in a frame of its own and reaches
          neither the card nor your account.
        </li>
        <li>
          <strong>Custom CSS:</strong> write rules for the card and see them at once in the preview.
          What is not allowed, such as pictures from elsewhere, is taken out with the reason. The
          CSS is shown to you and to viewers at level 3 or above.
        </li>
        <li>
          <strong>API:</strong> everything this app does goes through calls that are described at{' '}
          <a className="text-link" href="/api/docs">
            /api/docs
          </a>
          , for programs as OpenAPI.
        </li>
      </Steps>
      <End>
        <CardLink page="editor">Open the editor</CardLink>
      </End>
    </>
  )
}

export function MobileTips() {
  return (
    <>
      <p>Most people meet your card on a phone, often standing. So look at it on yours.</p>
      <Steps>
        <li>
          Use a profile photo of at least <strong>400x400 px</strong>, square, with your face in the
          middle: it is shown round, and goes into the saved contact.
        </li>
        <li>Keep name and job title short enough for one line each; details belong into About.</li>
        <li>
          Write phone numbers with the country code, such as <strong>+44 20 7946 0155</strong>, so
          that they can be called from anywhere.
        </li>
        <li>Put the one button you want pressed first. Three that matter are better than ten.</li>
        <li>
          Turn the brightness up before somebody scans your screen, and wipe a printed code that
          others have touched.
        </li>
        <li>
          Add this app to your home screen (<strong>Install Guide</strong>, at the bottom left):
          then your code is one tap away.
        </li>
      </Steps>
      <End>
        <CardLink page="editor">Check your card</CardLink>
      </End>
    </>
  )
}

export function GettingSupport() {
  return (
    <>
      <p>Somebody who can help answers here:</p>
      <dl className="guide-facts">
        <dt>Email</dt>
        <dd>
          <a className="text-link" href={`mailto:${support.email}?subject=${subject}`}>
            {support.email}
          </a>
        </dd>
        {support.phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a className="text-link" href={`tel:${support.phone.replace(/[^\d+]/g, '')}`}>
                {support.phone}
              </a>
            </dd>
          </>
        )}
        {support.chat && (
          <>
            <dt>Live chat</dt>
            <dd>
              <a className="text-link" href={support.chat} target="_blank" rel="noopener">
                Start a chat
              </a>
            </dd>
          </>
        )}
        {support.hours && (
          <>
            <dt>Live-chat hours</dt>
            <dd>{support.hours}</dd>
          </>
        )}
      </dl>
      <p>You get an answer sooner when your message says</p>
      <Steps>
        <li>what you were doing, and what happened instead of what you expected;</li>
        <li>the address of the card it is about;</li>
        <li>which phone or computer, and which browser.</li>
      </Steps>
      <p>Support never asks for your password.</p>
      <End>
        <LinkButton to="/account" kind="primary">
          Go to your account
        </LinkButton>
      </End>
    </>
  )
}

const subject = encodeURIComponent(`Help with ${product.name}`)
