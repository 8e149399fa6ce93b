import { product, support } from '../../product.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { End, Steps } from './parts.tsx'

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
            <dt>{support.chat ? 'Live chat hours' : 'Hours'}</dt>
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
