import { maxGalleryImages } from '../../../schema/card-fields.ts'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function CreatingCard() {
  return (
    <>
      <p>
        Everyone starts with one card. Administrators (level 4 and above) can create more, and cards
        for other people.
      </p>
      <Steps>
        <li>
          On the dashboard, select <strong>Create Your First Card</strong>. Administrators can
          select <strong>Create card</strong> at the top of the page.
        </li>
        <li>
          Fill in <strong>Basic Info</strong>: name, job title, company, phone, email, website,
          address, a few sentences about you, and a video. A card shows only what you fill in. To
          skip the typing, select <strong>Import contact details</strong>. Choose a contact file
          (.vcf) or paste your email signature, then review every detail.
        </li>
        <li>
          Add a profile picture, a cover photo and a logo. In the dialog that opens, zoom, rotate
          and move the image until it fits the frame. Use JPG, PNG or GIF files up to 5MB. Only the
          first frame of an animation is used, and print colors are converted for screens.
        </li>
        <li>
          Choose your card's link, such as <strong>/view/your-name</strong>. At level 1, an
          administrator does this for you.
        </li>
        <li>
          Select <strong>Save Changes</strong>. A <strong>live</strong> card is public immediately.
          A <strong>draft</strong> is visible only to you. A <strong>paused</strong> card shows only
          your name. A <strong>moved</strong> card opens another one, and after you have{' '}
          <strong>left</strong>, visitors see a link to your company or a colleague.
        </li>
      </Steps>
      <Picture
        name="quick-editor"
        alt="The quick editor on a phone: buttons on the theme, cover, photo and logo of a card"
        width={640}
        height={935}
      />
      <End>
        <CardLink page="editor">Edit your card</CardLink>
      </End>
    </>
  )
}

export function CustomizingCard() {
  return (
    <>
      <p>
        You can do all of this in both editors. The advanced editor shows the card next to the form.
      </p>
      <Steps>
        <li>
          <strong>Design:</strong> choose one of nine themes. Preview your own card in each, and
          switch anytime without losing anything.
        </li>
        <li>
          <strong>Social:</strong> add your networks. Where a network uses handles, a handle is
          enough. For a network that is not listed, use Add Platform.
        </li>
        <li>
          <strong>Buttons:</strong> link to what you want people to do next, such as book an
          appointment. Each has its own label, link and color. Drag them, or use the arrows, to put
          the most important one first.
        </li>
        <li>
          <strong>Gallery:</strong> show up to {maxGalleryImages} images of your work. Describe each
          in a few words for people using screen readers. Animated GIFs keep playing here.
        </li>
        <li>
          <strong>Form:</strong> let people send you their details. You choose the questions and the
          consent sentence. Form submissions arrive in your inbox.
        </li>
      </Steps>
      <Picture
        name="themes"
        alt="The same card in three of the nine themes"
        width={1200}
        height={684}
      />
      <p>
        Changed your mind? Undo steps back through everything since the last save. Unsaved changes
        are still there when you return to this browser.
      </p>
      <End>
        <CardLink page="editor">Customize your card</CardLink>
      </End>
    </>
  )
}
