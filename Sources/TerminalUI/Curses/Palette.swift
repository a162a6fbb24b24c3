internal import CNcurses

/// Attributes and colours for each style, for the terminal that is current.
struct Palette {
  /// What ncurses is to draw a style with.
  struct Look: Equatable {
    var attributes: attr_t
    /// Zero is the terminal's own foreground and background.
    var colourPair: Int16
  }

  private let looks: [Style: Look]

  /// A palette in colour if the terminal has at least eight and `wantsColour` allows it; attributes alone tell the
  /// styles apart otherwise. Call when the screen exists.
  init(wantsColour: Bool) {
    var looks: [Style: Look] = [:]
    let hasColour = wantsColour && has_colors() && start_color() == OK && cans_colour_count() >= 8
    // Where the terminal cannot tell its own background, black takes its place.
    let background = hasColour && use_default_colors() == OK ? Int16(-1) : Int16(COLOR_BLACK)
    for (index, style) in Style.allCases.enumerated() {
      var look = Look(attributes: Palette.attributes(of: style), colourPair: 0)
      if hasColour, let colour = Palette.colour(of: style) {
        look.colourPair = Int16(index + 1)
        init_pair(look.colourPair, colour, background)
      }
      looks[style] = look
    }
    self.looks = looks
  }

  subscript(style: Style) -> Look { looks[style]! }

  private static func attributes(of style: Style) -> attr_t {
    switch style {
    case .normal: 0
    case .dim: cans_attribute_dim
    case .title, .playing, .progress, .message, .error: cans_attribute_bold
    case .selected: cans_attribute_reverse
    case .selectedPlaying: cans_attribute_reverse | cans_attribute_bold
    }
  }

  /// One of the eight colours that every colour terminal lets its user choose to his taste; nil: the foreground.
  private static func colour(of style: Style) -> Int16? {
    switch style {
    case .normal, .dim, .selected: nil
    case .title, .progress: Int16(COLOR_CYAN)
    case .playing, .selectedPlaying: Int16(COLOR_GREEN)
    case .message: Int16(COLOR_YELLOW)
    case .error: Int16(COLOR_RED)
    }
  }
}
