// Gotenberg as its authors build it. Its Docker image has more programs, which converting HTML does not use.
package main

import (
	gotenbergcmd "github.com/gotenberg/gotenberg/v8/cmd"
	_ "github.com/gotenberg/gotenberg/v8/pkg/standard"
)

func main() {
	gotenbergcmd.Run()
}
