# Homebrew, for macOS and Linux: a file `Formula/bartizan.rb` of a tap.
class Bartizan < Formula
  desc "UCI chess engine in replaceable layers"
  homepage "{{repository}}"
  version "{{version}}"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "{{download}}/bartizan-{{version}}-macos-aarch64.tar.gz"
      sha256 "{{sha256:macos-aarch64.tar.gz}}"
    end
    on_intel do
      url "{{download}}/bartizan-{{version}}-macos-x86-64.tar.gz"
      sha256 "{{sha256:macos-x86-64.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{download}}/bartizan-{{version}}-linux-aarch64.tar.gz"
      sha256 "{{sha256:linux-aarch64.tar.gz}}"
    end
    on_intel do
      url "{{download}}/bartizan-{{version}}-linux-x86-64.tar.gz"
      sha256 "{{sha256:linux-x86-64.tar.gz}}"
    end
  end

  def install
    bin.install "bartizan"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/bartizan.bash" => "bartizan"
    fish_completion.install "completions/bartizan.fish"
    zsh_completion.install "completions/_bartizan"
  end

  test do
    assert_match "{{bench}} nodes", shell_output("#{bin}/bartizan bench")
  end
end
