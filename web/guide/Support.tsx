import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product, support } from '../product.ts'
import { LinkButton } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { CardLink, End, Steps } from './parts.tsx'

// It reads phone numbers with the metadata of every country.
const SupportPhone = lazyWithPreload(
  () => import('./SupportPhone.tsx'),
  'SupportPhone',
  support.phone,
)

export function DeveloperFeatures() {
  return (
    <>
      <p>{t('Your level gives you the Advanced section of a card and the API.')}</p>
      <Steps>
        <li>
          <Trans
            id="<strong>Chatbot:</strong> paste the script code of your chatbot into the Advanced section of a card. Visitors get a Chat button. The code runs in its own frame and can't access the card or your account."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Custom CSS:</strong> write rules for the card and see them in the preview right away. Anything that is not allowed, such as external images, is removed, and you see why. The CSS is visible to you and to viewers at level 3 or above."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>API:</strong> everything this app does goes through calls that are documented at <link>/api/docs</link>, for programs as OpenAPI."
            components={{
              strong: <strong />,
              link: (
                <a className="text-link" href="/api/docs">
                  /api/docs
                </a>
              ),
            }}
          />
        </li>
      </Steps>
      <End>
        <CardLink page="editor">{t('Open the editor')}</CardLink>
      </End>
    </>
  )
}

export function MobileTips() {
  return (
    <>
      <p>{t('Most people see your card on a phone, often while standing. Check it on yours.')}</p>
      <Steps>
        <li>
          <Trans
            id="Use a profile photo of at least <strong>400x400 px</strong>, square, with your face in the center. It is shown in a circle and included in the saved contact."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>{t('Keep your name and job title to one line each. Details belong in About.')}</li>
        <li>
          <Trans
            id="Include the country code in phone numbers, such as <strong>+44 20 7946 0155</strong>, so that they work from anywhere."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>{t('Put your most important button first. Three that matter are better than ten.')}</li>
        <li>
          {t(
            'Turn up the brightness before someone scans your screen, and wipe printed codes that others have touched.',
          )}
        </li>
        <li>
          <Trans
            id="Add this app to your home screen (<strong>Install Guide</strong>, at the bottom left) to keep your code one tap away."
            components={{ strong: <strong /> }}
          />
        </li>
      </Steps>
      <End>
        <CardLink page="editor">{t('Check your card')}</CardLink>
      </End>
    </>
  )
}

export function GettingSupport() {
  return (
    <>
      {hasContact && <p>{t('Contact us here:')}</p>}
      <dl className="stack guide-facts">
        {support.email && (
          <>
            <dt>{t('Email')}</dt>
            <dd>
              <a className="text-link" href={`mailto:${support.email}?subject=${subject}`}>
                {support.email}
              </a>
            </dd>
          </>
        )}
        {support.phone && (
          <>
            <dt>{t('Phone')}</dt>
            <dd>
              <SupportPhone />
            </dd>
          </>
        )}
        {support.chat && (
          <>
            <dt>{t('Live chat')}</dt>
            <dd>
              <a className="text-link" href={support.chat} target="_blank" rel="noopener">
                {t('Start a chat')}
              </a>
            </dd>
          </>
        )}
        {support.hours && hasContact && (
          <>
            <dt>{support.chat ? t('Live-chat hours') : t('Support hours')}</dt>
            <dd>{support.hours}</dd>
          </>
        )}
      </dl>
      <p>{t('To get an answer sooner, include:')}</p>
      <Steps>
        <li>{t('what you were doing, what you expected and what happened')}</li>
        <li>{t('the link to the card')}</li>
        <li>{t('your phone or computer, and your browser')}</li>
      </Steps>
      <p>{t('Support will never ask for your password.')}</p>
      <End>
        <LinkButton to="/account" kind="primary">
          {t('Go to your account')}
        </LinkButton>
      </End>
    </>
  )
}

const hasContact = Boolean(support.email || support.phone || support.chat)
const subject = encodeURIComponent(t('Help with {name}', { name: product.name }))
