import { maxGalleryImages } from '../../schema/cards/card-fields.ts'
import { maxLanguages } from '../../schema/cards/card-texts.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function CreatingCard() {
  return (
    <>
      <p>
        {t(
          'Everyone starts with one card. Administrators (level 4 and above) can create more, and cards for other people.',
        )}
      </p>
      <Steps>
        <li>
          <Trans
            id="On the dashboard, select <strong>Create Your First Card</strong>. Administrators can select <strong2>Create card</strong2> at the top of the page."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="Fill in <strong>Basic Info</strong>: name, job title, company, phone, email, website, address, a few sentences about you, and a video. A card shows only what you fill in. To skip the typing, select <strong2>Import contact details</strong2>. Choose a contact file (.vcf) or paste your email signature, then review every detail."
            components={{ strong: <strong />, strong2: <strong /> }}
          />
        </li>
        <li>
          {t(
            'Add a profile picture, a cover photo and a logo. In the dialog that opens, zoom, rotate and move the image until it fits the frame. Use JPG, PNG or GIF files up to 5 MB. Only the first frame of an animation is used, and print colors are converted for screens.',
          )}
        </li>
        <li>
          <Trans
            id="Choose your card's link, such as <strong>/view/your-name</strong>. At level 1, an administrator does this for you."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="Select <strong>Save Changes</strong>. A <strong2>live</strong2> card is public immediately. A <strong3>draft</strong3> is visible only to you and administrators. A <strong4>paused</strong4> card shows only your name. A <strong5>moved</strong5> card opens another one, and after you have <strong6>left</strong6>, visitors see a link to your company or a colleague."
            components={{
              strong: <strong />,
              strong2: <strong />,
              strong3: <strong />,
              strong4: <strong />,
              strong5: <strong />,
              strong6: <strong />,
            }}
          />
        </li>
      </Steps>
      <Picture
        name="quick-editor"
        alt={t(
          'The quick editor on a phone: buttons on the theme, cover, photo and logo of a card',
        )}
        width={640}
        height={935}
      />
      <End>
        <CardLink page="editor">{t('Edit your card')}</CardLink>
      </End>
    </>
  )
}

export function CustomizingCard() {
  return (
    <>
      <p>
        {t(
          'You can do all of this in both editors. The advanced editor shows the card next to the form.',
        )}
      </p>
      <Steps>
        <li>
          <Trans
            id="<strong>Design:</strong> choose one of nine themes. Preview your own card in each, and switch anytime without losing anything."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Social:</strong> add your networks. Where a network uses handles, a handle is enough. For a network that is not listed, use Add Platform."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Buttons:</strong> link to what you want people to do next, such as book an appointment. Each has its own label, link and color. Drag them, or use the arrows, to put the most important one first."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Gallery:</strong> show up to {maxGalleryImages} images of your work. Describe each in a few words for people using screen readers. Animated GIFs keep playing here."
            values={{ maxGalleryImages }}
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Form:</strong> let people send you their details. You choose the questions and the consent sentence. Form submissions arrive in your inbox."
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Languages:</strong> select <strong>Add language</strong> above the tabs and translate what you like, up to {maxLanguages} languages in all. Visitors see the card in their own language, and the base language where a translation is missing."
            values={{ maxLanguages }}
            components={{ strong: <strong /> }}
          />
        </li>
        <li>
          <Trans
            id="<strong>Who sees what:</strong> the eye beside each field limits it to visitors who exchanged contacts, to share points you select, or to you and administrators. Hidden details are in no page, file or preview that others get."
            components={{ strong: <strong /> }}
          />
        </li>
      </Steps>
      <Picture
        name="themes"
        alt={t('The same card in three of the nine themes')}
        width={1200}
        height={684}
      />
      <p>
        {t(
          'Changed your mind? Undo steps back through everything since the last save. Unsaved changes are still there when you return to this browser.',
        )}
      </p>
      <End>
        <CardLink page="editor">{t('Customize your card')}</CardLink>
      </End>
    </>
  )
}
