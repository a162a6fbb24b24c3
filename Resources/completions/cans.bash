# Completion of cans and cans-ctl for bash: source this file, or put it into /usr/share/bash-completion/completions.

_cans_ctl() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[$1]} second=${COMP_WORDS[$1 + 1]} words=
  if ((COMP_CWORD == $1)); then
    words="play pause toggle stop next previous seek volume mute queue repeat shuffle route private-listening category interrupt simulate status watch log quit"
  else
    case $command in
      play) words="--wait --json --timeout --help" ;;
      pause) words="--wait --json --timeout --help" ;;
      toggle) words="--wait --json --timeout --help" ;;
      stop) words="--wait --json --timeout --help" ;;
      next) words="--wait --json --timeout --help" ;;
      previous) words="--wait --json --timeout --help" ;;
      seek) words="--wait --json --timeout --help" ;;
      volume) words="--json --timeout --help" ;;
      mute) words="on off --json --timeout --help" ;;
      queue)
        if ((COMP_CWORD == $1 + 1)); then
          words="list add insert play remove move clear"
        else
          case $second in
            list) words="--json --timeout --help" ;;
            add) words="--next --now --json --timeout --help" ;;
            insert) words="--json --timeout --help" ;;
            play) words="--wait --json --timeout --help" ;;
            remove) words="--json --timeout --help" ;;
            move) words="--json --timeout --help" ;;
            clear) words="--json --timeout --help" ;;
          esac
        fi ;;
      repeat) words="off one all --json --timeout --help" ;;
      shuffle) words="on off --json --timeout --help" ;;
      route)
        if ((COMP_CWORD == $1 + 1)); then
          words="list choose"
        else
          case $second in
            list) words="--json --timeout --help" ;;
            choose) words="--json --timeout --help" ;;
          esac
        fi ;;
      private-listening) words="on off --json --timeout --help" ;;
      category) words="playback ambient soloAmbient --json --timeout --help" ;;
      interrupt) words="begin end --resume --wait --json --timeout --help" ;;
      simulate) words="headphones headset usbHeadset bluetoothHeadset chatter --json --timeout --help" ;;
      status) words="--json --timeout --help" ;;
      watch) words="--json --timeout --help" ;;
      log) words="--follow --json --timeout --help" ;;
      quit) words="--json --timeout --help" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

_cans() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  if [[ ${COMP_WORDS[0]##*/} == cans-ctl ]]; then
    _cans_ctl 1
  elif [[ $command == ctl ]] && ((COMP_CWORD > 1)); then
    _cans_ctl 2
  elif [[ $current == -* ]]; then
    case $command in
      play) COMPREPLY=($(compgen -W "--device --simulate --help --version" -- "$current")) ;;
      decode) COMPREPLY=($(compgen -W "--output --force --help --version" -- "$current")) ;;
      record) COMPREPLY=($(compgen -W "--device --force --help --version" -- "$current")) ;;
      daemon) COMPREPLY=($(compgen -W "--device --simulate --detached --help --version" -- "$current")) ;;
      devices) COMPREPLY=($(compgen -W "--device --json --help --version" -- "$current")) ;;
      settings) COMPREPLY=($(compgen -W "--device --json --template --help --version" -- "$current")) ;;
      monitor) COMPREPLY=($(compgen -W "--device --simulate --raw --json --help --version" -- "$current")) ;;
      info) COMPREPLY=($(compgen -W "--json --help --version" -- "$current")) ;;
      doctor) COMPREPLY=($(compgen -W "--device --simulate --leak --json --help --version" -- "$current")) ;;
      scan) COMPREPLY=($(compgen -W "--errors --json --help --version" -- "$current")) ;;
      search) COMPREPLY=($(compgen -W "--limit --lines --json --help --version" -- "$current")) ;;
      ctl) COMPREPLY=($(compgen -W "--help --version" -- "$current")) ;;
      *) COMPREPLY=($(compgen -W "--device --simulate --append --foreground --help --version" -- "$current")) ;;
    esac
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "play decode record daemon devices settings monitor info doctor scan search ctl" -- "$current"))
  fi
}

complete -o default -F _cans cans cans-ctl
