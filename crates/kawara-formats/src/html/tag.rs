//! The names of elements that mean something for the blocks of a page.

macro_rules! tags {
    ($($tag:ident $name:literal)*) => {
        /// An element with rules of its own, or any other, which is part of the running text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Tag { $($tag,)* Other }

        impl Tag {
            /// How many tags have rules.
            pub(super) const COUNT: usize = Tag::Other as usize;

            pub(super) fn of(name: &[u8]) -> Self {
                match name { $($name => Self::$tag,)* _ => Self::Other }
            }
        }
    };
}

tags! {
    Address b"address" Annotation b"annotation" AnnotationXml b"annotation-xml" Article b"article" Aside b"aside" Audio b"audio"
    Blockquote b"blockquote" Body b"body" Br b"br" Button b"button" Canvas b"canvas" Caption b"caption" Center b"center" Col b"col"
    Colgroup b"colgroup" Datalist b"datalist" Dd b"dd" Details b"details" Dialog b"dialog" Dir b"dir" Div b"div" Dl b"dl" Dt b"dt"
    Fieldset b"fieldset" Figcaption b"figcaption" Figure b"figure" Footer b"footer" ForeignObject b"foreignobject" Form b"form"
    H1 b"h1" H2 b"h2" H3 b"h3" H4 b"h4" H5 b"h5" H6 b"h6" Head b"head" Header b"header" Hgroup b"hgroup" Hr b"hr" Html b"html"
    Iframe b"iframe" Img b"img" Legend b"legend" Li b"li" Link b"link" Listing b"listing" Main b"main" Math b"math" Menu b"menu"
    Meta b"meta" Nav b"nav" Noembed b"noembed" Noframes b"noframes" Noscript b"noscript" Object b"object" Ol b"ol" P b"p"
    Plaintext b"plaintext" Pre b"pre" Rb b"rb" Rp b"rp" Rt b"rt" Rtc b"rtc" Ruby b"ruby" Script b"script" Search b"search"
    Section b"section" Select b"select" Style b"style" Summary b"summary" Svg b"svg" Table b"table" Tbody b"tbody" Td b"td"
    Template b"template" Textarea b"textarea" Tfoot b"tfoot" Th b"th" Thead b"thead" Title b"title" Tr b"tr" Ul b"ul" Video b"video"
    Xmp b"xmp" Base b"base" Area b"area" Embed b"embed" Input b"input" Param b"param" Source b"source" Track b"track" Wbr b"wbr"
}

impl Tag {
    /// Never has content.
    pub(super) fn is_void(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Br | Col | Hr | Img | Link | Meta | Base | Area | Embed | Input | Param | Source | Track | Wbr
        )
    }

    /// The level of a heading.
    pub(super) fn heading(self) -> Option<u8> {
        use Tag::*;
        Some(match self {
            H1 => 1,
            H2 => 2,
            H3 => 3,
            H4 => 4,
            H5 => 5,
            H6 => 6,
            _ => return None,
        })
    }

    /// Begins on a line of its own and ends it.
    pub(super) fn is_block(self) -> bool {
        use Tag::*;
        self.closes_p()
            || matches!(
                self,
                Dd | Dt
                    | Li
                    | Legend
                    | Caption
                    | Table
                    | Tbody
                    | Thead
                    | Tfoot
                    | Tr
                    | Td
                    | Th
                    | Textarea
                    | Body
            )
    }

    /// Cannot stand in a paragraph: one that is open ends before it.
    pub(super) fn closes_p(self) -> bool {
        use Tag::*;
        self.heading().is_some()
            || matches!(
                self,
                Address
                    | Article
                    | Aside
                    | Blockquote
                    | Center
                    | Details
                    | Dialog
                    | Dir
                    | Div
                    | Dl
                    | Dd
                    | Dt
                    | Fieldset
                    | Figcaption
                    | Figure
                    | Footer
                    | Form
                    | Header
                    | Hgroup
                    | Hr
                    | Li
                    | Listing
                    | Main
                    | Menu
                    | Nav
                    | Ol
                    | P
                    | Plaintext
                    | Pre
                    | Search
                    | Section
                    | Summary
                    | Table
                    | Ul
                    | Xmp
            )
    }

    /// Cannot stand in a heading: one that was left open ends before it.
    pub(super) fn closes_heading(self) -> bool {
        use Tag::*;
        self.closes_p() && !matches!(self, Div | Center | Address)
            || matches!(self, Caption | Tbody | Thead | Tfoot | Tr | Td | Th)
    }

    pub(super) fn is_list(self) -> bool {
        matches!(self, Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir)
    }

    /// End tags inside do not close what is outside.
    pub(super) fn is_scope(self) -> bool {
        use Tag::*;
        matches!(self, Caption | Table | Td | Th | Object | Template | ForeignObject | AnnotationXml)
    }

    /// Text in it is laid out as it stands.
    pub(super) fn is_preformatted(self) -> bool {
        matches!(self, Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext | Tag::Textarea)
    }

    /// Belongs to the head of a page.
    pub(super) fn is_head_matter(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Base | Link | Meta | Noframes | Noscript | Script | Style | Template | Title | Head | Html
        )
    }

    /// Why what is in it is never text to read.
    pub(super) fn unread(self) -> Option<&'static str> {
        use Tag::*;
        Some(match self {
            Script | Noscript => "script",
            Style => "style",
            Template => "template",
            Head | Title => "head",
            Svg => "drawing",
            Rt | Rp | Rtc => "ruby",
            Button | Select | Datalist => "form",
            Iframe | Audio | Video | Canvas | Noembed | Noframes => "embedded",
            Annotation | AnnotationXml => "annotation",
            _ => return None,
        })
    }
}
